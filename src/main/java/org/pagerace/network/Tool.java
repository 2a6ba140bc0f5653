package org.pagerace.network;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.pagerace.process.Programs;

/** Short commands of the system. */
final class Tool {
    private Tool() {}

    /**
     * Runs a command to its end.
     *
     * @throws LinkException it could not be run or failed; with its own words
     */
    static void run(List<String> command) throws LinkException, InterruptedException {
        Result result = ask(command);
        if (result.status() != 0) {
            throw new LinkException("'" + String.join(" ", command) + "' failed: " + result.words());
        }
    }

    /**
     * How a command ended.
     *
     * @param words all it printed, in one line
     */
    record Result(int status, String words) {}

    static Result ask(List<String> command) throws LinkException, InterruptedException {
        var words = new ArrayList<>(command);
        words.set(0, Programs.find(command.get(0)).map(Path::toString).orElse(command.get(0)));
        try {
            Process process = new ProcessBuilder(words)
                    .redirectInput(new File("/dev/null"))
                    .redirectErrorStream(true)
                    .start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int status = process.waitFor();
            return new Result(
                    status,
                    output.isBlank() ? "exit status " + status : output.strip().replaceAll("\\s*\\R\\s*", " | "));
        } catch (IOException e) {
            throw new LinkException("cannot run '" + String.join(" ", command) + "': " + e.getMessage(), e);
        }
    }
}
