package org.pagerace.sample;

import java.io.IOException;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Apache's {@code server-status?auto}.
 *
 * @param busy workers that serve a request or hold a kept connection, without the one that answers this page
 * @param places on the scoreboard: the most workers, where ServerLimit and ThreadLimit are not above what the limit of
 *     workers needs; absent if the page does not show it
 * @param connections of an asynchronous MPM (event), this page's included; absent elsewhere
 */
record ApacheStatus(long busy, OptionalLong places, OptionalLong connections) {
    private static final Pattern SCOREBOARD = Pattern.compile("(?m)^Scoreboard: ([_SRWKDCLGI.]+)$");

    static ApacheStatus parse(String text) throws IOException {
        Table lines = Table.ofLines(text);
        OptionalLong busy = lines.find("BusyWorkers");
        if (busy.isEmpty() || lines.find("IdleWorkers").isEmpty()) {
            throw new IOException("the answer is no status page of Apache for programs; its address must end in ?auto");
        }
        Matcher scoreboard = SCOREBOARD.matcher(text);
        OptionalLong places =
                scoreboard.find() ? OptionalLong.of(scoreboard.group(1).length()) : OptionalLong.empty();
        return new ApacheStatus(Math.max(0, busy.getAsLong() - 1), places, lines.find("ConnsTotal"));
    }
}
