package org.pagerace.load.compat;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;
import org.pagerace.load.LoadException;
import org.pagerace.load.Progress;
import org.pagerace.load.Route;
import org.pagerace.load.TargetRefusedException;
import org.pagerace.result.LoadResult;

/** One of the classic load tools: takes its arguments, does what it does, and says beside it what really happened. */
public abstract sealed class Dialect permits AbDialect, WebbenchDialect, HttpLoadDialect, WeighttpDialect, AbcDialect {

    /** Of a process that Ctrl-C has ended, as a shell has it: most originals know no better. */
    static final int INTERRUPTED = 130;

    private final String name;
    private final int failureStatus;
    final Driver driver;

    /** @param failureStatus the exit status of the original when it cannot even begin */
    Dialect(String name, int failureStatus, Driver driver) {
        this.name = name;
        this.failureStatus = failureStatus;
        this.driver = driver;
    }

    /**
     * Does what the original does with these arguments.
     *
     * @return its exit status, 0 to 255
     * @throws InterruptedException if the calling thread was interrupted
     */
    public final int run(List<String> arguments, Console console) throws InterruptedException {
        try {
            return start(arguments, console);
        } catch (EarlyExit e) {
            console.print(e.out());
            console.printError(e.err());
            return e.status();
        } catch (TargetRefusedException e) {
            // The original has no such option, so the word comes from outside its arguments.
            return refuse(console, e.getMessage().replace("add --public-target-ok ", "set PAGERACE_PUBLIC_TARGET_OK="));
        } catch (LoadException | IllegalArgumentException e) {
            return refuse(console, e.getMessage());
        }
    }

    private int refuse(Console console, String why) {
        console.printError(name + ": " + why + "\n");
        return failureStatus;
    }

    abstract int start(List<String> arguments, Console console) throws EarlyExit, LoadException, InterruptedException;

    /** Returns where to connect to. */
    static URI endpoint(boolean tls, String host, int port) {
        String bracketed = host.contains(":") ? "[" + host + "]" : host;
        try {
            return new URI(tls ? "https" : "http", null, bracketed, port, "/", null, null);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("'" + host + "' is no host name: " + e.getReason(), e);
        }
    }

    /** The classic tools verify no certificate and resume no session. */
    static Route route(Console console, boolean tls) {
        return route(console, tls ? new Route.Tls(false, Optional.empty(), false) : Route.Tls.VERIFIED);
    }

    static Route route(Console console, Route.Tls tls) {
        Route route = Route.DIRECT.withTls(tls);
        return console.publicTargetOk().map(route::withPublicTargetOk).orElse(route);
    }

    /** Starts it; Ctrl-C then ends it early, which the result tells. */
    static LoadResult start(Driver.Run load, Console console) throws LoadException, InterruptedException {
        console.interrupts().onInterrupt(load::stop);
        return load.start();
    }

    /** Shows what the driver warns of, and no progress. */
    static Progress warnings(Console console) {
        return new Warnings(console);
    }

    /** Writes warnings to standard error, with a name that tells them from the original's lines. */
    static class Warnings implements Progress {
        private final Console console;

        Warnings(Console console) {
            this.console = console;
        }

        @Override
        public void update(Snapshot snapshot) {}

        @Override
        public void onWarning(String warning) {
            console.printError("pagerace: " + warning + "\n");
        }
    }
}
