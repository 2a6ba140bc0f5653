package org.pagerace.pages;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** What is logged while it is open. */
final class LogLines extends Handler implements AutoCloseable {
    private final Logger logger;
    private final List<String> lines = Collections.synchronizedList(new ArrayList<>());

    private final Map<String, Throwable> causes = new ConcurrentHashMap<>();

    LogLines(String name) {
        logger = Logger.getLogger(name);
        logger.addHandler(this);
    }

    @Override
    public void publish(LogRecord line) {
        String text = new SimpleFormatter().formatMessage(line);
        lines.add(text);
        if (line.getThrown() != null) {
            causes.put(text, line.getThrown());
        }
    }

    /** Returns the first line that contains {@code text}, which must come soon. */
    String await(String text) {
        long deadlineNanos = System.nanoTime() + Patience.LIMIT.toNanos();
        while (true) {
            for (String line : all()) {
                if (line.contains(text)) {
                    return line;
                }
            }
            assertTrue(System.nanoTime() - deadlineNanos < 0, () -> "no line with '" + text + "' among " + all());
            LockSupport.parkNanos(1_000_000); // between two looks
        }
    }

    /** Returns the beginning of the message of the exception that was logged with this line. */
    String causeOf(String line, int length) {
        Throwable cause = causes.get(line);
        assertTrue(cause != null, () -> "no exception with '" + line + "' among " + all());
        return cause.getMessage()
                .substring(0, Math.min(length, cause.getMessage().length()));
    }

    List<String> all() {
        synchronized (lines) {
            return List.copyOf(lines);
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
