package org.pagerace.load.compat;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
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

/** lighttpd's weighttp, versions 0.3 and 0.4. */
public final class WeighttpDialect extends Dialect {
    private static final int FAILED = 1;
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

    static LoadSpec spec(WeighttpOptions options, Console console) throws EarlyExit {
        InetAddress address = resolve(options);
        var target = Target.of(endpoint(false, options.host(), options.port()))
                .withRequestBytes(options.request().getBytes(StandardCharsets.ISO_8859_1));
        return LoadSpec.of(List.of(target))
                .withTargets(List.of(target), new TargetOrder.InTurn())
                .withKeepAlive(options.keepAlive())
                .withConnections(options.connections(), options.threads())
                .withStop(new Stop.AfterRequests(options.requests()))
                .withTimeout(TIMEOUT)
                .withRoute(route(console, false).withPins(Map.of(endpoint(options), address)));
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
