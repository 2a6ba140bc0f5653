package org.pagerace.load.compat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.pagerace.load.stats.RequestSample;
import org.pagerace.result.FailureKind;

/**
 * One file under {@code src/test/resources/dialects}: a command line, what happens to its requests, and what must come
 * out of it.
 *
 * <pre>
 * # remark
 * $ ab -n 2 http://127.0.0.1:8080/page
 * elapsed 2000                 of the run, in microseconds
 * head HTTP/1.0 200 OK|Server: Test   of the answers of all requests that follow; | ends a line
 * &gt; 0 100 110 300 400  200 80 12  ok  0 keep   begin connected sent first-byte end; status head body; kind; slot; flags
 * --- out
 * --- err
 * --- exit 0
 * </pre>
 *
 * A hyphen stands for what did not happen, {@code w1} for the second worker. {@code x5} at the end of a request repeats it, each time shifted by its length.
 */
record Golden(
        Path file,
        List<String> arguments,
        List<RequestSample> samples,
        Duration elapsed,
        String out,
        String err,
        int exit) {
    static final Path FOLDER = Path.of("src/test/resources/dialects");

    static Stream<Golden> all() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.filter(file -> file.toString().endsWith(".txt")).sorted().map(Golden::read).toList().stream();
        }
    }

    static Golden read(Path file) {
        String text;
        try {
            text = Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        int out = text.indexOf("--- out\n");
        int err = text.indexOf("--- err\n");
        int exit = text.indexOf("--- exit ");
        var script = new Script();
        text.substring(0, out).lines().forEach(script::line);
        return new Golden(
                file,
                script.arguments,
                script.samples,
                script.elapsed,
                text.substring(out + "--- out\n".length(), err),
                text.substring(err + "--- err\n".length(), exit),
                Integer.parseInt(text.substring(exit + "--- exit ".length()).strip()));
    }

    /** Returns the file's text with other results. */
    String with(String newOut, String newErr, int newExit) throws IOException {
        String text = Files.readString(file, StandardCharsets.UTF_8);
        return text.substring(0, text.indexOf("--- out\n")) + "--- out\n" + newOut + "--- err\n" + newErr + "--- exit "
                + newExit + "\n";
    }

    String name() {
        return file.getFileName().toString().replaceFirst("\\.txt$", "");
    }

    @Override
    public String toString() {
        return name();
    }

    private static final class Script {
        private List<String> arguments = List.of();
        private final List<RequestSample> samples = new ArrayList<>();
        private Duration elapsed = Duration.ZERO;
        private byte[] head = new byte[0];

        private void line(String line) {
            if (line.startsWith("$ ")) {
                arguments = List.of(line.substring(2).split(" ", -1));
            } else if (line.startsWith("elapsed ")) {
                elapsed = Duration.ofNanos(1000 * Long.parseLong(line.substring("elapsed ".length())));
            } else if (line.startsWith("head ")) {
                head = (line.substring("head ".length()).replace("|", "\r\n") + "\r\n\r\n")
                        .getBytes(StandardCharsets.ISO_8859_1);
            } else if (line.startsWith("> ")) {
                request(line.substring(2).strip().split(" +", -1));
            }
        }

        private void request(String[] words) {
            int times = 1;
            RequestSample first = sample(words, 0);
            for (int i = 10; i < words.length; i++) {
                if (words[i].matches("x\\d+")) {
                    times = Integer.parseInt(words[i].substring(1));
                }
            }
            for (int i = 0; i < times; i++) {
                samples.add(sample(words, i * (first.endNanos - first.beginNanos)));
            }
        }

        private RequestSample sample(String[] words, long shiftNanos) {
            var sample = new RequestSample();
            sample.dueNanos = RequestSample.NONE;
            sample.beginNanos = nanos(words[0], shiftNanos);
            sample.connectedNanos = nanos(words[1], shiftNanos);
            sample.sendNanos = nanos(words[2], shiftNanos);
            sample.firstByteNanos = nanos(words[3], shiftNanos);
            sample.endNanos = nanos(words[4], shiftNanos);
            sample.status = Integer.parseInt(words[5]);
            sample.headBytes = Long.parseLong(words[6]);
            sample.bodyBytes = Long.parseLong(words[7]);
            sample.crc32c = sample.bodyBytes;
            sample.kind = FailureKind.valueOf(words[8].toUpperCase(Locale.ROOT).replace('-', '_'));
            sample.slot = Integer.parseInt(words[9]);
            for (int i = 10; i < words.length; i++) {
                sample.persistent |= words[i].equals("keep");
                sample.reused |= words[i].equals("reused");
                sample.closedInOrder |= words[i].equals("fin");
                if (words[i].matches("w\\d+")) {
                    sample.worker = Integer.parseInt(words[i].substring(1));
                }
            }
            if (sample.status > 0) {
                sample.head = head;
                sample.headLength = head.length;
            }
            return sample;
        }

        private static long nanos(String micros, long shiftNanos) {
            return micros.equals("-") ? RequestSample.NONE : 1000 * Long.parseLong(micros) + shiftNanos;
        }
    }
}
