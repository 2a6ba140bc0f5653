package org.pagerace.sample;

import java.io.IOException;
import java.util.OptionalLong;

/**
 * php-fpm's status page as text (pm.status_path).
 *
 * @param active children that serve a request, whoever answers this page included if that is one of the pool
 * @param total children there are
 * @param fixed whether there are never more: pm = static
 * @param queue connections that wait for a child; php-fpm sees them on TCP only
 */
record FpmStatus(long active, long total, boolean fixed, OptionalLong queue) {

    static FpmStatus parse(String text) throws IOException {
        Table lines = Table.ofLines(text);
        OptionalLong active = lines.find("active processes");
        OptionalLong total = lines.find("total processes");
        if (active.isEmpty() || total.isEmpty()) {
            throw new IOException("the answer is no status page of php-fpm");
        }
        OptionalLong length = lines.find("listen queue len");
        boolean seesQueue = length.isPresent() && length.getAsLong() > 0;
        return new FpmStatus(
                active.getAsLong(),
                total.getAsLong(),
                text.matches("(?s).*process manager:\\s+static.*"),
                seesQueue ? lines.find("listen queue") : OptionalLong.empty());
    }
}
