package org.pagerace.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * What a child prints: read all the time, since a full pipe would stop it, into a file of limited size that only this
 * user may read. The last lines are kept for messages. Safe for any thread.
 */
final class OutputLog {
    static final int KEPT_LINES = 50;
    static final long LIMIT_BYTES = 16L << 20;
    private static final int LINE_LIMIT_BYTES = 8 << 10;

    private final Deque<String> lines = new ArrayDeque<>();
    private final byte[] line = new byte[LINE_LIMIT_BYTES];
    private int lineLength;
    private long lineCount;
    private boolean ended;

    /** Makes an empty file with mode 0600, replacing an older log. */
    static void create(Path file) throws IOException {
        Files.deleteIfExists(file);
        try {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        } catch (FileAlreadyExistsException e) {
            throw new ProcessException("the log file " + file + " is written by another run; end that one first", e);
        }
    }

    /** Starts a daemon thread that reads {@code output} to its end. */
    void pump(InputStream output, Path file, String name) {
        var thread = new Thread(() -> copy(output, file), "output of " + name);
        thread.setDaemon(true);
        thread.start();
    }

    private void copy(InputStream output, Path file) {
        try (output;
                OutputStream log = Files.newOutputStream(file, StandardOpenOption.WRITE)) {
            var buffer = new byte[8 << 10];
            long written = 0;
            for (int count = output.read(buffer); count >= 0; count = output.read(buffer)) {
                collect(buffer, count);
                int room = (int) Math.min(count, LIMIT_BYTES - written);
                log.write(buffer, 0, room);
                written += room;
            }
        } catch (IOException e) {
            // The disk is full, or the pipe broke with the child: the lines so far are all there is to say.
        } finally {
            end();
        }
    }

    private synchronized void collect(byte[] bytes, int count) {
        for (int i = 0; i < count; i++) {
            if (bytes[i] == '\n') {
                endLine();
            } else if (lineLength < line.length) {
                line[lineLength++] = bytes[i];
            }
        }
    }

    private void endLine() {
        if (lines.size() == KEPT_LINES) {
            lines.removeFirst();
        }
        lines.addLast(new String(line, 0, lineLength, StandardCharsets.UTF_8).stripTrailing());
        lineLength = 0;
        lineCount++;
        notifyAll();
    }

    private synchronized void end() {
        if (lineLength > 0) {
            endLine();
        }
        ended = true;
        notifyAll();
    }

    synchronized List<String> lastLines(int atMost) {
        return lines.stream().skip(Math.max(0, lines.size() - atMost)).toList();
    }

    /** Waits for the end of the output, so that the last lines are really the last ones. */
    synchronized void awaitEnd(Duration limit) throws InterruptedException {
        long deadlineNanos = System.nanoTime() + limit.toNanos();
        for (long left = millisUntil(deadlineNanos); !ended && left > 0; left = millisUntil(deadlineNanos)) {
            wait(left);
        }
    }

    /** Waits for a line that holds {@code fragment}; false when the output ended or the time is over first. */
    synchronized boolean awaitLine(String fragment, Duration limit) throws InterruptedException {
        long deadlineNanos = System.nanoTime() + limit.toNanos();
        long seen = 0;
        while (!isIn(fragment, lineCount - seen)) {
            seen = lineCount;
            long left = millisUntil(deadlineNanos);
            if (ended || left <= 0) {
                return false;
            }
            wait(left);
        }
        return true;
    }

    private boolean isIn(String fragment, long newest) {
        return lines.stream().skip(Math.max(0, lines.size() - newest)).anyMatch(text -> text.contains(fragment));
    }

    private static long millisUntil(long deadlineNanos) {
        return (deadlineNanos - System.nanoTime()) / 1_000_000;
    }
}
