package org.pagerace.pages;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** What is logged while it is open. */
final class LogLines extends Handler implements AutoCloseable {
    private final Logger logger;
    private final List<String> lines = Collections.synchronizedList(new ArrayList<>());

    LogLines(String name) {
        logger = Logger.getLogger(name);
        logger.addHandler(this);
    }

    @Override
    public void publish(LogRecord line) {
        lines.add(new SimpleFormatter().formatMessage(line));
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
            Thread.onSpinWait();
        }
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
