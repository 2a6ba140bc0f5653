package org.pagerace.load.compat;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.pagerace.load.Connects;
import org.pagerace.load.LoadException;
import org.pagerace.load.LoadSpec;
import org.pagerace.load.Progress;
import org.pagerace.load.Rate;
import org.pagerace.load.Route;
import org.pagerace.load.Stop;
import org.pagerace.load.Target;
import org.pagerace.load.TargetOrder;
import org.pagerace.load.TlsOffer;
import org.pagerace.load.UnreachableException;
import org.pagerace.load.stats.RequestLog;
import org.pagerace.load.stats.RequestSample;
import org.pagerace.result.LoadResult;

/** Jef Poskanzer's http_load, version 12mar2006. */
public final class HttpLoadDialect extends Dialect {
    private static final int FAILED = 1;
    /** Of 1024 descriptors that select() knows, the original keeps three. */
    private static final int MOST_CONNECTIONS = 1021;

    private static final int RESERVED_DESCRIPTORS = 100;
    private static final Duration SHORTEST_TIMEOUT = Duration.ofMillis(1);
    private static final Duration LONGEST_TIMEOUT = Duration.ofHours(1);
    private static final int PROGRESS_SECONDS = 60;
    /** The share by which intervals vary. */
    private static final double JITTER = 0.1;

    public HttpLoadDialect() {
        this(new Driver.Rehearsed());
    }

    HttpLoadDialect(Driver driver) {
        super("http_load", FAILED, driver);
    }

    @Override
    int start(List<String> arguments, Console console) throws EarlyExit, LoadException, InterruptedException {
        int mostConnections = mostConnections();
        HttpLoadOptions options = HttpLoadArguments.parse(arguments, mostConnections);
        LoadSpec spec = spec(options, mostConnections, console);
        var tally = new HttpLoadTally(options, console.err());
        var parallelism = new Parallelism();
        var log = new Log(tally, parallelism);
        LoadResult result;
        try {
            result = start(driver.prepare(spec, progress(options, console), log), console);
        } catch (UnreachableException e) { // a name that cannot be resolved
            console.printError("http_load: " + e.getMessage() + "\n");
            return FAILED;
        }
        if (result.stoppedEarly()) {
            console.printError(HttpLoadText.truth(options, tally, result, parallelism.most()));
            return INTERRUPTED;
        }
        Duration elapsed = options.fetches() > 0 && tally.fetches() > 0 ? tally.elapsed() : result.elapsed();
        console.print(HttpLoadText.report(options, tally, parallelism.most(), elapsed));
        console.printError(HttpLoadText.truth(options, tally, result, parallelism.most()));
        return 0;
    }

    private static int mostConnections() {
        var system = ManagementFactory.getOperatingSystemMXBean();
        if (system instanceof com.sun.management.UnixOperatingSystemMXBean unix) {
            return (int)
                    Math.max(1, Math.min(MOST_CONNECTIONS, unix.getMaxFileDescriptorCount() - RESERVED_DESCRIPTORS));
        }
        return MOST_CONNECTIONS;
    }

    private static LoadSpec spec(HttpLoadOptions options, int mostConnections, Console console) {
        boolean proxied = options.proxy().isPresent();
        List<Target> targets = options.urls().stream()
                .map(url -> {
                    HttpLoadUrl peer = options.proxy().orElse(url);
                    return Target.of(endpoint(!proxied && url.tls(), peer.host(), peer.port()))
                            .withRequestBytes(url.request(proxied).getBytes(StandardCharsets.ISO_8859_1));
                })
                .toList();
        int connections = options.parallel() > 0 ? options.parallel() : mostConnections;
        if (options.fetches() > 0) {
            connections = Math.min(connections, options.fetches());
        }
        return LoadSpec.of(targets)
                .withTargets(targets, new TargetOrder.AtRandom(System.nanoTime()))
                .withKeepAlive(false)
                .withConnections(connections, 1)
                .withConnects(Connects.WHOEVER_IS_THERE)
                .withRate(rate(options))
                .withBodyBytesPerSecond(options.throttle())
                .withStop(
                        options.fetches() > 0
                                ? new Stop.AfterRequests(options.fetches())
                                : new Stop.AfterDuration(Duration.ofSeconds(options.seconds())))
                .withTimeout(timeout(options))
                .withTimeoutOfSilence()
                .withRoute(route(console, tls(options)).withSources(options.sources()));
    }

    private static Rate rate(HttpLoadOptions options) {
        if (options.rate() == 0) {
            return new Rate.Closed();
        }
        return options.jitter()
                ? new Rate.Uneven(options.trueRate(), JITTER, System.nanoTime())
                : new Rate.Constant(options.trueRate());
    }

    private static Route.Tls tls(HttpLoadOptions options) {
        TlsOffer offer = TlsOffer.USUAL.withCiphers(options.ciphers().suites());
        return new Route.Tls(false, Optional.empty(), false, offer);
    }

    private static Duration timeout(HttpLoadOptions options) {
        Duration asked = Duration.ofSeconds(Math.max(0, options.timeoutSeconds()));
        if (asked.compareTo(SHORTEST_TIMEOUT) < 0) {
            return SHORTEST_TIMEOUT;
        }
        return asked.compareTo(LONGEST_TIMEOUT) > 0 ? LONGEST_TIMEOUT : asked;
    }

    private static Progress progress(HttpLoadOptions options, Console console) {
        if (!options.verbose()) {
            return warnings(console);
        }
        var told = new AtomicInteger();
        return new Warnings(console) {
            @Override
            public void update(Snapshot snapshot) {
                if (snapshot.elapsed().toSeconds() / PROGRESS_SECONDS > told.get()) {
                    told.incrementAndGet();
                    console.printError(line(snapshot));
                }
            }
        };
    }

    private static String line(Progress.Snapshot snapshot) {
        long ended = snapshot.ok() + snapshot.failed();
        return CFormat.format(
                "--- %g secs, %d fetches started, %d completed, %d current\n",
                (float) (snapshot.elapsed().toNanos() / (double) TimeUnit.SECONDS.toNanos(1)),
                snapshot.started(),
                ended,
                snapshot.started() - ended);
    }

    /** Feeds the tally and remembers when each fetch was under way. */
    private record Log(HttpLoadTally tally, Parallelism parallelism) implements RequestLog {
        @Override
        public void onEnd(RequestSample sample) {
            tally.onEnd(sample);
            parallelism.add(sample.beginNanos, Math.max(sample.endNanos, sample.beginNanos + 1)); // refused at once
        }

        @Override
        public boolean needsChecksum() {
            return tally.needsChecksum();
        }
    }
}
