package org.pagerace.race;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.pagerace.config.Reason;
import org.pagerace.load.LoadException;
import org.pagerace.load.LoadSpec;
import org.pagerace.load.Progress;
import org.pagerace.load.UnreachableException;
import org.pagerace.process.ChildProcess;
import org.pagerace.process.Programs;
import org.pagerace.process.RunFolder;
import org.pagerace.result.Confirmation.Change;
import org.pagerace.result.LoadResult;
import org.pagerace.result.PlanInfo.Mode;

/** A load tool as a child process, one for each run; ends with this JVM whatever happens to it. */
final class ToolDriver implements Driver {
    private static final Duration GLANCE = Duration.ofMillis(250);
    private static final Duration VERSION_WITHIN = Duration.ofSeconds(10);
    private static final Duration STOP_WITHIN = Duration.ofSeconds(2);
    /** For a run that ends by its number of requests. */
    private static final Duration LONGEST_COUNTED = Duration.ofMinutes(30);

    private final Tool tool;
    private final ToolAdapter adapter;
    private final String name;
    private volatile List<Long> pids = List.of();

    private ToolDriver(Tool tool, ToolAdapter adapter, String name) {
        this.tool = tool;
        this.adapter = adapter;
        this.name = name;
    }

    /** Finds the program and asks for its version. */
    static ToolDriver find(Tool tool, ToolAdapter adapter) throws RaceException, InterruptedException {
        if (Programs.find(tool.label()).isEmpty()) {
            throw new RaceException(
                    "--driver " + tool.label() + " is not installed: " + tool.install() + ", or leave out --driver");
        }
        try (var folder = RunFolder.create("driver");
                var child = start(tool, List.of(adapter.versionOption()), folder.path())) {
            child.awaitExit(VERSION_WITHIN);
            String version = adapter.version(Files.readString(child.log()))
                    .orElseThrow(() -> new RaceException(tool.label() + " " + adapter.versionOption()
                            + " printed no version that is known here; " + tool.install()
                            + " installs the one that is"));
            return new ToolDriver(tool, adapter, tool.label() + " " + version);
        } catch (IOException e) {
            throw new RaceException("cannot ask " + tool.label() + " for its version: " + Reason.of(e, ""), e);
        }
    }

    private static ChildProcess start(Tool tool, List<String> arguments, Path folder) throws IOException {
        List<String> command = new ArrayList<>(List.of(tool.label()));
        command.addAll(arguments);
        return ChildProcess.start(new ChildProcess.Spec(
                tool.label(), command, Map.of(), folder, folder.resolve("output"), "TERM", STOP_WITHIN));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<Long> pids() {
        return pids;
    }

    @Override
    public boolean countsSeconds() {
        return tool.countsSeconds();
    }

    @Override
    public boolean canChange(Mode mode, Change change) {
        return adapter.canChange(mode, change);
    }

    @Override
    public LoadResult run(LoadSpec spec, Progress progress) throws LoadException, InterruptedException {
        try (var folder = RunFolder.create("driver");
                var child = start(tool, adapter.arguments(spec, folder.path()), folder.path())) {
            pids = child.pids();
            await(child, spec, progress);
            String output = Files.readString(child.log());
            if (child.exitStatus().orElse(0) != 0) {
                throw failure(child.failure().orElse(""), output);
            }
            return adapter.read(output, folder.path()).result(spec, name);
        } catch (IllegalArgumentException e) {
            throw new LoadException("cannot read the output of " + name + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw new LoadException("cannot run " + name + ": " + Reason.of(e, ""), e);
        } finally {
            pids = List.of();
        }
    }

    private void await(ChildProcess child, LoadSpec spec, Progress progress)
            throws LoadException, InterruptedException {
        Duration longest = spec.stop().longest().orElse(LONGEST_COUNTED);
        Duration limit = longest.plus(spec.timeout()).plus(STOP_WITHIN);
        long start = System.nanoTime();
        while (!child.awaitExit(GLANCE)) {
            Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
            if (elapsed.compareTo(limit) > 0) {
                throw new LoadException(name + " has not ended after " + elapsed.toSeconds() + " s; it was stopped");
            }
            double fraction = Math.min(1, (double) elapsed.toNanos() / longest.toNanos());
            progress.update(new Progress.Snapshot(elapsed, 0, 0, 0, Double.NaN, fraction));
        }
    }

    private static LoadException failure(String failure, String output) {
        boolean unreachable = output.toLowerCase(Locale.ROOT).contains("connection refused");
        return unreachable ? new UnreachableException(failure) : new LoadException(failure);
    }
}
