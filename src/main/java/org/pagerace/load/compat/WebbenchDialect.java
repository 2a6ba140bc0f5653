package org.pagerace.load.compat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.pagerace.load.Connects;
import org.pagerace.load.LoadException;
import org.pagerace.load.LoadSpec;
import org.pagerace.load.Stop;
import org.pagerace.load.Target;
import org.pagerace.load.TargetOrder;
import org.pagerace.load.UnreachableException;
import org.pagerace.load.compat.WebbenchOptions.WebbenchProxy;
import org.pagerace.result.LoadResult;

/** Radim Kolar's webbench 1.5, from a description of its behaviour alone. */
public final class WebbenchDialect extends Dialect {
    private static final int UNREACHABLE = 1;
    private static final int BAD_ARGUMENTS = 2;
    /** A process of webbench waits as long as TCP does; nothing ends it but its alarm. */
    private static final Duration TIMEOUT = Duration.ofHours(1);
    /** Each process sleeps so long before its first request. */
    private static final Duration SLEEP = Duration.ofSeconds(1);
    /** About what a fork takes: the clients begin one after another, and each ends after its own time. */
    private static final Duration FORK = Duration.ofNanos(100_000);

    public WebbenchDialect() {
        this(new Driver.Rehearsed());
    }

    WebbenchDialect(Driver driver) {
        super("webbench", BAD_ARGUMENTS, driver);
    }

    @Override
    int start(List<String> arguments, Console console) throws EarlyExit, LoadException, InterruptedException {
        WebbenchOptions options = WebbenchArguments.parse(arguments);
        LoadSpec spec = spec(options, console);
        console.printError(WebbenchText.BANNER);
        console.print(WebbenchText.start(options));
        var tally = new WebbenchTally(options.clients(), options.force());
        Driver.Run load = driver.prepare(spec, warnings(console), tally);
        LoadResult result;
        try {
            load.tryConnect();
            driver.pause(SLEEP);
            result = start(load, console);
        } catch (UnreachableException e) {
            console.printError(WebbenchText.UNREACHABLE);
            console.printError(
                    Truth.of("webbench").noteIf(true, "%s", e.getMessage()).text());
            return UNREACHABLE;
        }
        if (result.stoppedEarly()) {
            console.printError(WebbenchText.truth(options, tally, result));
            return INTERRUPTED;
        }
        console.print(WebbenchText.report(options, tally));
        console.printError(WebbenchText.truth(options, tally, result));
        return tally.pagesOfLastClient() & 0xff;
    }

    private static LoadSpec spec(WebbenchOptions options, Console console) {
        String host = options.proxy().map(WebbenchProxy::host).orElse(options.host());
        int port = options.proxy().map(WebbenchProxy::port).orElse(options.port());
        var target = Target.of(endpoint(false, host, port))
                .withRequestBytes(options.request().getBytes(StandardCharsets.ISO_8859_1));
        int cores = Runtime.getRuntime().availableProcessors();
        LoadSpec spec = LoadSpec.of(List.of(target))
                .withTargets(List.of(target), new TargetOrder.InTurn())
                .withKeepAlive(false)
                .withConnections(options.clients(), Math.max(1, Math.min(cores / 2, options.clients())))
                .withStop(new Stop.AfterDuration(Duration.ofSeconds(options.seconds())))
                .withTimeout(TIMEOUT)
                .withConnects(Connects.WHOEVER_IS_THERE.withStagger(FORK))
                .withRoute(route(console, false));
        return options.force() ? spec.withUnreadAnswers() : spec;
    }
}
