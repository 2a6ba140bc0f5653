package org.pagerace.sample;

import java.io.IOException;
import java.util.OptionalLong;

/**
 * The {@code /status} of our own web application: one flat JSON object of whole numbers, any of which may be missing.
 *
 * @param compilingMillis of the JVM so far, as {@code collectingMillis}
 * @param cpuNanos that answering this page has cost so far
 */
record PageraceStatus(
        OptionalLong poolActive,
        OptionalLong poolLimit,
        OptionalLong poolWaiting,
        OptionalLong threadsBusy,
        OptionalLong threadsLimit,
        OptionalLong threadsQueue,
        OptionalLong compilingMillis,
        OptionalLong collectingMillis,
        OptionalLong cpuNanos) {

    static PageraceStatus parse(String text) throws IOException {
        // so little of JSON needs no library
        Table lines = Table.ofLines(text.replaceAll("[{},]", "\n").replace("\"", ""));
        var status = new PageraceStatus(
                lines.find("poolActive"),
                lines.find("poolLimit"),
                lines.find("poolWaiting"),
                lines.find("threadsBusy"),
                lines.find("threadsLimit"),
                lines.find("threadsQueued"),
                lines.find("compileMillis"),
                lines.find("gcMillis"),
                lines.find("statusCpuNanos"));
        if (status.compilingMillis.isEmpty() && status.threadsBusy.isEmpty() && status.poolLimit.isEmpty()) {
            throw new IOException("the answer is no status page of Pagerace");
        }
        return status;
    }
}
