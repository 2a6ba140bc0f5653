package org.pagerace.load.compat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.pagerace.load.Connects;
import org.pagerace.load.LoadException;
import org.pagerace.load.LoadSpec;
import org.pagerace.load.Route;
import org.pagerace.load.Stop;
import org.pagerace.load.Target;
import org.pagerace.load.TargetOrder;
import org.pagerace.load.UnreachableException;
import org.pagerace.load.compat.AbOptions.AbProxy;
import org.pagerace.load.stats.RequestLog;
import org.pagerace.load.stats.RequestSample;
import org.pagerace.load.stats.TlsFacts;
import org.pagerace.result.LoadResult;

/** Apache's ab, version 2.3 of httpd 2.4. */
public final class AbDialect extends Dialect {
    private static final int FAILED = 1;
    /** What the resolver's error 670002 leaves in 8 bits. */
    private static final int UNKNOWN_HOST = 670_002 & 0xff;

    private static final Duration SHORTEST_TIMEOUT = Duration.ofMillis(1);
    private static final Duration LONGEST_TIMEOUT = Duration.ofHours(1);

    public AbDialect() {
        this(new Driver.Rehearsed());
    }

    AbDialect(Driver driver) {
        super("ab", FAILED, driver);
    }

    @Override
    int start(List<String> arguments, Console console) throws EarlyExit, LoadException, InterruptedException {
        AbOptions options = AbArguments.parse(arguments);
        byte[] request = AbRequest.bytes(options);
        LoadSpec spec = spec(options, request, console);
        console.printError(options.warnings());
        if (options.url().tls() && options.verbosity() >= 2) {
            console.printError(
                    "pagerace: of https, -v shows certificates and suites; Java does not tell the keys of the"
                            + " session, the states of the handshake and the bytes of the records\n");
        }
        console.print(AbText.start(options));
        var tally = new AbTally(options, console.out(), console.err());
        var log = new Log(tally);
        Driver.Run load = driver.prepare(spec, warnings(console), log);
        log.load = load;
        var interrupted = new AtomicBoolean();
        console.interrupts().onInterrupt(() -> {
            interrupted.set(true);
            load.stop();
        });
        ZonedDateTime started = ZonedDateTime.now(console.wallClock());
        LoadResult result;
        try {
            result = load.start();
        } catch (UnreachableException e) {
            return unreachable(options, tally, e, console);
        }
        if (tally.abort().isPresent()) {
            int status = abort(tally, tally.abort().get(), console);
            console.printError(AbTruth.text(options, tally, result));
            return status;
        }
        return finish(new Ended(options, tally, request.length, started), result, interrupted.get(), console);
    }

    /** What a report is made of. */
    private record Ended(AbOptions options, AbTally tally, int requestBytes, ZonedDateTime started) {}

    private static int finish(Ended run, LoadResult result, boolean interrupted, Console console) throws EarlyExit {
        AbOptions options = run.options();
        if (options.heartbeat() > 0) {
            console.printError("Finished " + run.tally().times().count() + " requests\n");
        } else {
            console.print("..done\n");
        }
        try {
            if (options.html().isPresent()) {
                console.print(AbHtml.report(options, run.tally(), run.requestBytes()));
            } else {
                console.print(AbText.report(options, run.tally(), run.requestBytes()));
                AbFiles.write(options, run.tally().times(), run.started());
            }
        } finally {
            console.printError(AbTruth.text(options, run.tally(), result));
        }
        return interrupted ? FAILED : 0;
    }

    private static int abort(AbTally tally, AbTally.Abort abort, Console console) {
        if (tally.times().count() > 0) {
            console.print("Total of " + tally.times().count() + " requests completed\n");
        }
        console.printError(abort.err());
        return abort.status();
    }

    private static int unreachable(AbOptions options, AbTally tally, UnreachableException e, Console console) {
        int status;
        if (e.getCause() instanceof UnknownHostException) {
            String host =
                    options.proxy().map(AbProxy::host).orElse(options.url().host());
            console.printError("apr_sockaddr_info_get() for " + host + ": Name or service not known (670002)\n");
            status = UNKNOWN_HOST;
        } else {
            status = abort(
                    tally,
                    tally.abort().orElse(new AbTally.Abort("apr_socket_recv: Connection refused (111)\n", 111)),
                    console);
        }
        console.printError(Truth.of("ab").noteIf(true, "%s", e.getMessage()).text());
        return status;
    }

    private static LoadSpec spec(AbOptions options, byte[] request, Console console) throws EarlyExit {
        AbUrl url = options.url();
        String host = options.proxy().map(AbProxy::host).orElse(url.host());
        int port = options.proxy().map(AbProxy::port).orElse(url.port());
        var target = Target.of(endpoint(url.tls(), host, port)).withRequestBytes(request);
        Optional<String> name = options.serverName().map(text -> text.replaceFirst(":\\d*$", ""));
        Route route = route(
                console,
                new Route.Tls(false, Optional.empty(), false, options.tls().offer(name)));
        if (options.localAddress().isPresent()) {
            route = route.withSources(List.of(source(options.localAddress().get())));
        }
        return LoadSpec.of(List.of(target))
                .withTargets(List.of(target), new TargetOrder.InTurn())
                .withKeepAlive(options.keepAlive())
                .withConnections(Math.max(1, options.concurrency()), 1)
                .withConnects(connects(options))
                .withSocketBuffers(Math.max(0, options.windowBytes()))
                .withStop(stop(options))
                .withTimeout(timeout(options))
                .withRoute(route);
    }

    private static Connects connects(AbOptions options) {
        Connects connects = Connects.USUAL.withFirstAlone();
        // A handshake that fails is for ab a request that is done: it goes on to the end.
        return options.goOnAfterReset() || options.url().tls() ? connects.withWhoeverIsThere() : connects;
    }

    private static InetAddress source(String address) throws EarlyExit {
        try {
            return InetAddress.getByName(address);
        } catch (UnknownHostException e) {
            throw new EarlyExit("", "ab: " + address + ": Name or service not known\n", FAILED);
        }
    }

    private static Stop stop(AbOptions options) {
        var requests = new Stop.AfterRequests(options.requests());
        return options.seconds() <= 0
                ? requests
                : new Stop.FirstOf(requests, new Stop.AfterDuration(Duration.ofSeconds(options.seconds())));
    }

    private static Duration timeout(AbOptions options) {
        Duration asked = Duration.ofSeconds(Math.max(0, options.timeoutSeconds()));
        if (asked.compareTo(SHORTEST_TIMEOUT) < 0) {
            return SHORTEST_TIMEOUT;
        }
        return asked.compareTo(LONGEST_TIMEOUT) > 0 ? LONGEST_TIMEOUT : asked;
    }

    /** Feeds the tally on the one worker's thread, and ends the run where ab would. */
    private static final class Log implements RequestLog {
        private final AbTally tally;
        private Driver.Run load; // set before the run

        private Log(AbTally tally) {
            this.tally = tally;
        }

        @Override
        public void onEnd(RequestSample sample) {
            tally.accept(sample);
            if (tally.isOver()) {
                load.stop();
            }
        }

        @Override
        public boolean needsHead() {
            return true;
        }

        @Override
        public int bytesBehindHead() {
            return tally.wantsBodies() ? AbTally.LARGEST_HEAD : 0;
        }

        @Override
        public boolean needsTlsFacts() {
            return true;
        }

        @Override
        public void onSecured(TlsFacts facts) {
            tally.onSecured(facts);
        }
    }
}
