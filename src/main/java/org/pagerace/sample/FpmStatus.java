package org.pagerace.sample;

import java.io.IOException;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * php-fpm's status page as text (pm.status_path), with {@code ?full}: its sums are counted by the master once a second, but
 * the state of each child is that of just now.
 *
 * @param active children that serve a request, whoever answers this page included if that is one of the pool
 * @param total children there are
 * @param fixed whether there are never more: pm = static
 * @param queue connections that wait for a child; php-fpm sees them on TCP only
 */
record FpmStatus(long active, long total, boolean fixed, OptionalLong queue) {
    private static final String STATE = "state:";
    private static final String SEPARATOR = "\n***";
    private static final Pattern STATIC = Pattern.compile("process manager:\\s+static");

    static FpmStatus parse(String text) throws IOException {
        int children = text.indexOf(SEPARATOR);
        String pool = children < 0 ? text : text.substring(0, children);
        Table lines = Table.ofLines(pool);
        OptionalLong active = lines.find("active processes");
        OptionalLong total = lines.find("total processes");
        if (active.isEmpty() || total.isEmpty()) {
            throw new IOException("the answer is no status page of php-fpm");
        }
        OptionalLong length = lines.find("listen queue len");
        boolean seesQueue = length.isPresent() && length.getAsLong() > 0;
        return new FpmStatus(
                busy(text).orElse(active.getAsLong()),
                total.getAsLong(),
                STATIC.matcher(pool).find(),
                seesQueue ? lines.find("listen queue") : OptionalLong.empty());
    }

    /** Counts the children that do something; empty where they are not listed. */
    private static OptionalLong busy(String text) {
        long children = 0;
        long idle = 0;
        for (String line : text.split("\n", -1)) {
            if (line.startsWith(STATE)) {
                children++;
                idle += line.substring(STATE.length()).strip().equals("Idle") ? 1 : 0;
            }
        }
        return children > 0 ? OptionalLong.of(children - idle) : OptionalLong.empty();
    }
}
