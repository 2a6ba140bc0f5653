package org.pagerace.load.compat;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.pagerace.load.Connects;
import org.pagerace.load.LoadException;
import org.pagerace.load.LoadSpec;
import org.pagerace.load.Stop;
import org.pagerace.load.Target;
import org.pagerace.load.TargetOrder;
import org.pagerace.result.LoadResult;

/**
 * lighttpd's weighttp: versions 0.3 and 0.4, and 0.5 where the command line has an option that only that one knows; they
 * differ in request, counting and output.
 */
public final class WeighttpDialect extends Dialect {
    private static final int FAILED = 1;
    private static final int HTTP_PORT = 80;
    /** The original has no limit of its own. */
    private static final Duration TIMEOUT = Duration.ofHours(1);

    public WeighttpDialect() {
        this(new Driver.Rehearsed());
    }

    WeighttpDialect(Driver driver) {
        super("weighttp", FAILED, driver);
    }

    @Override
    int start(List<String> arguments, Console console) throws EarlyExit, LoadException, InterruptedException {
        if (Weighttp5Arguments.areMeant(arguments)) {
            return start(Weighttp5Arguments.parse(arguments), console);
        }
        WeighttpOptions options = WeighttpArguments.parse(arguments);
        LoadSpec spec = spec(options, console);
        console.print(WeighttpText.start(options));
        long todo = requestsOfFirstWorker(options);
        long interval = Math.max(1, todo / 10);
        var tally = new WeighttpTally(options.threads(), done -> {
            if (done % interval == 0) {
                console.print(WeighttpText.progress(done, todo));
            }
        });
        LoadResult result =
                start(driver.prepare(spec.withConnects(Connects.WHOEVER_IS_THERE), warnings(console), tally), console);
        if (!result.stoppedEarly()) {
            console.print(WeighttpText.report(options, tally.total(), result.elapsed()));
        }
        console.printError(WeighttpText.truth(tally.total(), result));
        return result.stoppedEarly() ? INTERRUPTED : 0;
    }

    private int start(Weighttp5Options options, Console console) throws EarlyExit, LoadException, InterruptedException {
        LoadSpec spec = spec(options, console);
        console.print(Weighttp5Text.start(options));
        long todo = requestsOfFirstWorker(options.run());
        long interval = Math.max(1, todo / 10);
        var tally = new Weighttp5Tally(options.run().threads(), options.cutOffSeconds(), done -> {
            if (!options.output().quiet() && done % interval == 0) {
                console.print(WeighttpText.progress(done, todo));
            }
        });
        LoadResult result = start(driver.prepare(spec, warnings(console), tally), console);
        Weighttp5Tally.Figures figures = tally.total();
        if (figures.retired == 0) {
            console.printError("error: request_count 0\n");
        } else {
            console.print(Weighttp5Text.report(options, figures, result.elapsed()));
            write(options, figures, console);
            console.printError(options.output().doubts() ? Weighttp5Text.doubts(figures) : "");
        }
        console.printError(Weighttp5Text.truth(options, figures, result));
        return 0;
    }

    private static void write(Weighttp5Options options, Weighttp5Tally.Figures figures, Console console) {
        if (options.output().csvFile().isEmpty()) {
            return;
        }
        String file = options.output().csvFile().get();
        if (file.equals("-")) {
            console.print(Weighttp5Text.csv(figures));
            return;
        }
        try {
            Files.writeString(Path.of(file), Weighttp5Text.csv(figures));
        } catch (IOException e) {
            console.printError("error: cannot write " + file + ": " + e.getMessage() + "\n");
        }
    }

    private static LoadSpec spec(Weighttp5Options options, Console console) throws EarlyExit {
        WeighttpOptions run = options.run();
        WeighttpOptions peer = options.hasUnixSocket() ? run : peer(options);
        LoadSpec spec = spec(peer, options.bytes(), !options.hasUnixSocket(), console)
                .withConnects(Connects.WHOEVER_IS_THERE)
                .withSocketBuffers(options.bufferBytes());
        if (options.pipeline() > 1) {
            spec = spec.withPipeline(options.pipeline());
        }
        if (options.seconds() > 0) {
            spec = spec.withStop(new Stop.FirstOf(
                    new Stop.AfterRequests(run.requests()),
                    new Stop.AfterDuration(Duration.ofSeconds(options.seconds()))));
        }
        if (options.hasUnixSocket()) {
            return spec.withRoute(
                    spec.route().withUnixSocket(Path.of(options.proxy().get())));
        }
        return spec.withResets().withRoute(spec.route().withSources(options.sources()));
    }

    /** Whom to connect to: the proxy, or the URL's host. */
    private static WeighttpOptions peer(Weighttp5Options options) throws EarlyExit {
        WeighttpOptions run = options.run();
        if (options.proxy().isEmpty()) {
            return run;
        }
        String proxy = options.proxy().get();
        int colon = proxy.lastIndexOf(':');
        int port = colon < 0 ? HTTP_PORT : CNumber.atoi(proxy.substring(colon + 1));
        if (port < 1 || colon == 0) {
            throw new EarlyExit(
                    Weighttp5Arguments.BANNER, "\nerror: could not parse -X proxy: " + proxy + "\n\n", FAILED);
        }
        return new WeighttpOptions(
                colon < 0 ? proxy : proxy.substring(0, colon),
                port,
                run.path(),
                run.requests(),
                run.threads(),
                run.connections(),
                run.keepAlive(),
                run.ipv6(),
                run.headers());
    }

    static LoadSpec spec(WeighttpOptions options, Console console) throws EarlyExit {
        return spec(options, options.request().getBytes(StandardCharsets.ISO_8859_1), true, console);
    }

    /** @param resolved whether there is a name to resolve */
    private static LoadSpec spec(WeighttpOptions options, byte[] request, boolean resolved, Console console)
            throws EarlyExit {
        Map<String, InetAddress> pins = resolved ? Map.of(endpoint(options), resolve(options)) : Map.of();
        var target = Target.of(endpoint(false, options.host(), options.port())).withRequestBytes(request);
        return LoadSpec.of(List.of(target))
                .withTargets(List.of(target), new TargetOrder.InTurn())
                .withKeepAlive(options.keepAlive())
                .withConnections(options.connections(), options.threads())
                .withStop(new Stop.AfterRequests(options.requests()))
                .withTimeout(TIMEOUT)
                .withRoute(route(console, false).withPins(pins));
    }

    private static String endpoint(WeighttpOptions options) {
        return options.host().toLowerCase(Locale.ROOT) + ":" + options.port();
    }

    /** The first address of the family asked for. */
    private static InetAddress resolve(WeighttpOptions options) throws EarlyExit {
        try {
            for (InetAddress address : InetAddress.getAllByName(options.host())) {
                if (options.ipv6() == address instanceof Inet6Address) {
                    return address;
                }
            }
        } catch (UnknownHostException e) {
            // As if it had no address of that family.
        }
        throw new EarlyExit(
                WeighttpArguments.BANNER, "error: could not resolve hostname: " + options.host() + "\n", FAILED);
    }

    /** The driver shares requests out by connections, weighttp by threads; they differ if threads differ in connections. */
    private static long requestsOfFirstWorker(WeighttpOptions options) {
        int connections = options.connectionsOf(0);
        return options.requests() / options.connections() * connections
                + Math.min(options.requests() % options.connections(), connections);
    }
}
