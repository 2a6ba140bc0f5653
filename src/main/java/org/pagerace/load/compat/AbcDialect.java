package org.pagerace.load.compat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.pagerace.load.LoadException;
import org.pagerace.load.LoadSpec;
import org.pagerace.load.Progress;
import org.pagerace.load.Stop;
import org.pagerace.load.UnreachableException;

/** The sweep over concurrency of the ab.c wrapper, 5.10.7 line, driving in weighttp's way. */
public final class AbcDialect extends Dialect {
    private static final int FAILED = 1;
    private static final int NO_SERVER = 2;
    private static final int NOT_FOUND = 404;
    private static final long NOT_FOUND_PAUSE_SECONDS = 3;

    private final AbcMachine machine;
    private final Path folder;

    public AbcDialect() {
        this(new Driver.Rehearsed(), new AbcMachine(Path.of("/")), Path.of(""));
    }

    /** @param folder where the text is kept */
    AbcDialect(Driver driver, AbcMachine machine, Path folder) {
        super("abc", FAILED, driver);
        this.machine = machine;
        this.folder = folder;
    }

    @Override
    int start(List<String> arguments, Console console) throws EarlyExit, LoadException, InterruptedException {
        AbcOptions options = AbcOptions.parse(arguments);
        console.print(" \n");
        Path file = folder.resolve(options.fileName());
        try (var out = new Tee(console, Files.newBufferedWriter(file, StandardCharsets.UTF_8))) {
            return new Sweep(options, console, out).run();
        } catch (IOException e) {
            console.printError("can't open output file: " + e.getMessage() + "\n");
            return FAILED;
        }
    }

    /** One sweep, from the preamble to the trailer. */
    private final class Sweep {
        private final AbcOptions options;
        private final Console console;
        private final Tee out;
        private final int cores = machine.cores();
        private final long startNanos = System.nanoTime();
        private final Truth truth = Truth.of("abc");
        private AbcServer server; // null if nobody asked for it
        private AbcSweep.Sums sums = AbcSweep.Sums.NONE;
        private boolean failed;
        private volatile boolean interrupted;
        private volatile Driver.Run running; // null before the first round

        private Sweep(AbcOptions options, Console console, Tee out) {
            this.options = options;
            this.console = console;
            this.out = out;
        }

        private int run() throws EarlyExit, IOException, LoadException, InterruptedException {
            out.print(machine.describe(ZonedDateTime.now(console.wallClock())));
            if (options.server().isPresent()) {
                server = AbcServer.find(options.server().get(), machine);
                if (!server.isThere()) {
                    console.printError(AbcText.missing(options.server().get()));
                    return FAILED;
                }
                out.print(server.topology());
            }
            out.print(options.sweepLine(cores));
            AbcProbe probe;
            try {
                permit();
                probe = AbcProbe.send(options);
            } catch (EarlyExit | UnreachableException | IOException e) {
                console.printError(AbcText.noServer(options));
                return NO_SERVER;
            }
            out.print(probe.text());
            if (probe.status() == NOT_FOUND) {
                console.printError(AbcText.notFound(options));
                TimeUnit.SECONDS.sleep(NOT_FOUND_PAUSE_SECONDS); // to be read before the table scrolls
            }
            out.print("\n" + (server == null ? AbcText.WITHOUT_SERVER : AbcText.WITH_SERVER));
            console.interrupts().onInterrupt(this::interrupt);
            sweep();
            if (interrupted) {
                console.printError(truth.noteIf(true, "interrupted; the table has the levels that were finished")
                        .text());
                return INTERRUPTED;
            }
            finish(probe);
            return 0;
        }

        private void interrupt() {
            interrupted = true;
            Driver.Run now = running;
            if (now != null) {
                now.stop();
            }
        }

        /** The driver's guard judges the target before anything of ours is sent. */
        private void permit() throws EarlyExit, LoadException, InterruptedException {
            LoadSpec one = WeighttpDialect.spec(options.round(1, 1), console).withStop(new Stop.AfterRequests(1));
            driver.prepare(one, Progress.NONE, sample -> {}).start();
        }

        private void sweep() throws EarlyExit, IOException, LoadException, InterruptedException {
            AbcRange range = options.range();
            for (int i = range.from(); i <= range.to() && !failed && !interrupted; i += range.step()) {
                var level = new AbcSweep.Level(i, range.rounds());
                String columns = "";
                for (int round = 0; round < range.rounds() && !failed && !interrupted; round++) {
                    columns = round(level);
                }
                if (!failed && !interrupted) {
                    sums = sums.plus(level);
                    out.print(AbcText.row(level, columns, LocalTime.now(console.wallClock())));
                }
            }
        }

        /** Returns the columns of CPU and memory. */
        private String round(AbcSweep.Level level) throws EarlyExit, LoadException, InterruptedException, IOException {
            WeighttpOptions weighttp = options.round(level.concurrency(), cores);
            var tally = new WeighttpTally(weighttp.threads(), done -> {});
            AbcSampler sampler = server == null ? null : server.sample();
            long roundNanos = System.nanoTime();
            Duration elapsed;
            try {
                running = driver.prepare(WeighttpDialect.spec(weighttp, console), warnings(console), tally);
                elapsed = running.start().elapsed();
            } catch (UnreachableException e) { // the server has gone since the probe: all have failed
                elapsed = Duration.ofNanos(System.nanoTime() - roundNanos);
            } finally {
                if (sampler != null) {
                    sampler.end();
                }
            }
            WeighttpTally.Counts counts = tally.total();
            long perSecond = WeighttpText.perSecond(counts, elapsed);
            if (counts.failed > 0 && !interrupted) {
                failed = true;
                out.print(AbcText.failed(perSecond));
                truth.noteIf(
                        true,
                        "the sweep ended at %,d connections because %,d of %,d requests failed; the number behind"
                                + " \"failed responses\" is the rate",
                        weighttp.connections(),
                        counts.failed,
                        counts.done);
            }
            level.add(perSecond);
            if (sampler == null) {
                return "";
            }
            server.used(sampler.used());
            return sampler.columns();
        }

        private void finish(AbcProbe probe) throws IOException {
            out.print(AbcText.trailer(sums, TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startNanos)));
            if (server != null) {
                out.print(AbcText.ticks(server.used()));
                if (server.launches() > 1) {
                    out.print(AbcText.relaunched(options.server().get(), server.launches()));
                }
            }
            out.printToFile(" ");
            console.print(" \n");
            console.printError(truth.noteIf(
                            options.range().from() < cores,
                            "rows below %,d clients ran with %,d, one for each thread",
                            cores,
                            cores)
                    .noteIf(
                            probe.compressed(),
                            "bodies came compressed (abc asks for gzip): compare only with servers that do so too")
                    .noteIf(!probe.compressed(), "bodies came as they are, though abc asks for gzip")
                    .noteIf(server != null, "CPU and memory of a row are those of its last round")
                    .noteIf(true, "two requests were sent before the sweep, one of them to ask whether it is allowed")
                    .text());
        }
    }
}
