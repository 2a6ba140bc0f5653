package org.pagerace.load.compat;

import java.time.Duration;
import org.pagerace.result.LoadResult;

/** What weighttp 0.3 and 0.4 print. */
final class WeighttpText {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double BYTES_PER_KBYTE = 1024;

    private WeighttpText() {}

    static String start(WeighttpOptions options) {
        var text = new StringBuilder(WeighttpArguments.BANNER).append("starting benchmark...\n");
        for (int i = 0; i < options.threads(); i++) {
            text.append(CFormat.format(
                    "spawning thread #%d: %d concurrent requests, %lu total requests\n",
                    i + 1, options.connectionsOf(i), options.requestsOf(i)));
        }
        return text.toString();
    }

    static String progress(long done, long todo) {
        return CFormat.format("progress: %3d%% done\n", done * 100 / todo);
    }

    /** Rates are cut to integers; what was errored is never counted, so the last number of the line is always 0. */
    static String report(WeighttpOptions options, WeighttpTally.Counts counts, Duration elapsed) {
        double seconds = Math.max(1e-9, elapsed.toNanos() / NANOS_PER_SECOND);
        return CFormat.format(
                        "\nfinished in %d sec, %d millisec and %d microsec, %lu req/s, %lu kbyte/s\n",
                        elapsed.toSeconds(),
                        elapsed.toMillisPart(),
                        elapsed.toNanosPart() / 1000 % 1000,
                        perSecond(counts, elapsed),
                        (long) (counts.bytes / seconds / BYTES_PER_KBYTE))
                + CFormat.format(
                        "requests: %lu total, %lu started, %lu done, %lu succeeded, %lu failed, %lu errored\n",
                        options.requests(), counts.started, counts.done, counts.succeeded, counts.failed, 0)
                + CFormat.format(
                        "status codes: %lu 2xx, %lu 3xx, %lu 4xx, %lu 5xx\n",
                        counts.status2xx, counts.status3xx, counts.status4xx, counts.status5xx)
                + CFormat.format(
                        "traffic: %lu bytes total, %lu bytes http, %lu bytes data\n",
                        counts.bytes, counts.bytes - counts.bodyBytes, counts.bodyBytes);
    }

    /** Returns requests per second, failures included, cut to an integer. */
    static long perSecond(WeighttpTally.Counts counts, Duration elapsed) {
        return (long) (counts.done / Math.max(1e-9, elapsed.toNanos() / NANOS_PER_SECOND));
    }

    static String truth(WeighttpTally.Counts counts, LoadResult result) {
        return Truth.of("weighttp", result)
                .noteIf(
                        counts.errors > 0,
                        "\"0 errored\" hides %,d errors below HTTP, which are among the failed",
                        counts.errors)
                .noteIf(
                        counts.disliked > 0,
                        "%,d whole answers are called failed: HTTP/1.0, or neither Content-Length nor chunks",
                        counts.disliked)
                .noteIf(
                        counts.failed > counts.errors + counts.disliked,
                        "%,d of the failed are whole answers of 4xx or 5xx",
                        counts.failed - counts.errors - counts.disliked)
                .text();
    }
}
