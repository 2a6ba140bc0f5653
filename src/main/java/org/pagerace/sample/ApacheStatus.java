package org.pagerace.sample;

import java.io.IOException;
import java.util.OptionalLong;

/**
 * Apache's {@code server-status?auto}.
 *
 * @param busy workers that serve a request or hold a kept connection, without the one that answers this page
 * @param connections of an asynchronous MPM (event), this page's included; absent elsewhere
 */
record ApacheStatus(long busy, OptionalLong connections) {

    static ApacheStatus parse(String text) throws IOException {
        Table lines = Table.ofLines(text);
        OptionalLong busy = lines.find("BusyWorkers");
        if (busy.isEmpty() || lines.find("IdleWorkers").isEmpty()) {
            throw new IOException("the answer is no status page of Apache for programs; its address must end in ?auto");
        }
        return new ApacheStatus(Math.max(0, busy.getAsLong() - 1), lines.find("ConnsTotal"));
    }
}
