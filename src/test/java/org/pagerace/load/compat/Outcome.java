package org.pagerace.load.compat;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** What a command left behind. */
record Outcome(int status, String out, String err) {
    private static final long LONGEST_SECONDS = 120;
    private static final String TRUTH = "\nwhat really happened";

    /** Runs a dialect in this process, with the real driver. */
    static Outcome of(Dialect dialect, List<String> arguments) throws InterruptedException {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        var console = new Console(
                new PrintStream(out, true, UTF_8),
                new PrintStream(err, true, UTF_8),
                Clock.system(ZoneOffset.UTC),
                Optional.empty(),
                action -> {});
        int status = dialect.run(arguments, console);
        return new Outcome(status, out.toString(UTF_8), err.toString(UTF_8));
    }

    /** Runs a program of the system. */
    static Outcome of(List<String> command, Path folder) throws IOException, InterruptedException {
        Path out = folder.resolve("stdout");
        Path err = folder.resolve("stderr");
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError(command + " did not end");
        }
        return new Outcome(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    /** What the original would have written to stderr too. */
    String ownErr() {
        int truth = err.indexOf(TRUTH);
        return (truth < 0 ? err : err.substring(0, truth))
                .lines()
                .filter(line -> !line.startsWith("pagerace: "))
                .map(line -> line + "\n")
                .collect(Collectors.joining());
    }

    /** The second block, with lines that were too long for a terminal made whole again. */
    String truth() {
        int truth = err.indexOf(TRUTH);
        return truth < 0 ? "" : err.substring(truth + 1).replaceAll("\n {4,}", " ");
    }
}
