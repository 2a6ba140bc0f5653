package org.pagerace.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.pagerace.load.LoadException;
import org.pagerace.load.LoadRunner;
import org.pagerace.load.LoadSpec;
import org.pagerace.load.TargetRefusedException;
import org.pagerace.load.UnreachableException;
import org.pagerace.result.LoadResult;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code pagerace load}: one run, or the runs of a sweep. */
@Command(
        name = "load",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Puts load on URLs and reports rate, latency and how every request ended.",
            "Each connection sends its next request as soon as the last one has ended, unless --rate is given. Times are"
                    + " a number with a unit: 500ms, 10s, 2m. All figures are explained in docs/load.md."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:at least one request was answered right; the report tells how many were not",
            "1:not one was, a --fail-if came true, the target went away before -n, or the run could not be made or written",
            "2:wrong command line, or a target that is not allowed",
            "3:target unreachable: not one connection was made",
            "130:Ctrl-C; the report covers what was done until then"
        })
final class LoadCommand implements Callable<Integer> {

    @Spec
    private CommandSpec command;

    @Mixin
    private RequestOptions requests;

    @Mixin
    private PaceOptions pace;

    @Option(
            names = "--sweep",
            paramLabel = "VALUES",
            description = "one run after another with other values, as in c=1,10,100 or rate=100,200,400")
    private String sweep;

    @Mixin
    private RouteOptions route;

    @Mixin
    private LoadOutput output;

    private final List<LoadResult> results = new ArrayList<>();
    private volatile boolean interrupted;
    private volatile LoadRunner running; // null before the first run

    @Override
    public Integer call() throws InterruptedException {
        List<LoadSpec> specs;
        try {
            specs = specs();
            output.check();
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, e.getMessage(), e);
        }
        if (!specs.get(0).route().tls().verify()) {
            command.commandLine()
                    .getErr()
                    .println("load: warning: --insecure: nobody checks who answers; the result says so");
        }
        Optional<HdrLog> hdr = output.openHdrLog();
        try (var interruption = Interruption.handledBy(this::stop)) {
            runAll(specs, hdr);
            return exitCode(interruption.happened()).status();
        }
    }

    private List<LoadSpec> specs() {
        LoadSpec spec = requests.spec().withRoute(route.route());
        return sweep == null ? List.of(pace.applyTo(spec, OptionalInt.empty())) : Sweep.specs(sweep, spec, pace);
    }

    private void stop() {
        interrupted = true;
        LoadRunner now = running;
        if (now != null) {
            now.stop();
        }
    }

    /** The output comes while an interruption still waits for it, and also of the runs before one that failed. */
    private void runAll(List<LoadSpec> specs, Optional<HdrLog> hdr) throws InterruptedException {
        try {
            for (int i = 0; i < specs.size() && !interrupted; i++) {
                String tag = specs.size() == 1 ? "" : "run" + (i + 1);
                hdr.ifPresent(log -> log.begin(tag));
                LoadResult result = run(specs.get(i), hdr);
                results.add(result);
                print((i > 0 ? "\n" : "") + output.perRun(result));
            }
        } finally {
            if (!results.isEmpty()) {
                print(output.atEnd(results));
            }
            hdr.ifPresent(HdrLog::close);
        }
    }

    private LoadResult run(LoadSpec spec, Optional<HdrLog> hdr) throws InterruptedException {
        try (var progress = new LoadProgress(command.commandLine().getErr(), hdr)) {
            var runner = new LoadRunner(spec, progress);
            if (results.isEmpty() && spec.warmup().isZero()) {
                runner.withPractice();
            }
            running = runner;
            if (interrupted) {
                running.stop();
            }
            return running.run();
        } catch (UnreachableException e) {
            throw new CommandException(ExitCode.UNREACHABLE, e.getMessage(), e);
        } catch (TargetRefusedException e) {
            throw new CommandException(ExitCode.USAGE, e.getMessage(), e);
        } catch (LoadException e) {
            throw new CommandException(ExitCode.FAILED, e.getMessage(), e);
        }
    }

    private void print(String text) {
        PrintWriter out = command.commandLine().getOut();
        out.print(text.strip().isEmpty() ? "" : text);
        out.flush();
    }

    private ExitCode exitCode(boolean early) {
        List<String> failures = output.failures(results);
        failures.forEach(failure -> command.commandLine().getErr().println("load: " + failure));
        if (early) {
            return ExitCode.INTERRUPTED;
        }
        boolean fine =
                failures.isEmpty() && results.stream().allMatch(result -> result.ok() > 0 && !result.stoppedEarly());
        return fine ? ExitCode.OK : ExitCode.FAILED;
    }
}
