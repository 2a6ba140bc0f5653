package org.pagerace.load.compat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.pagerace.result.FailureKind;
import org.pagerace.result.LoadResult;

/** What http_load prints after a run; all values pass through single precision. */
final class HttpLoadText {
    private static final float SHORTEST = 0.01f;
    private static final double NANOS_PER_SECOND = 1e9;

    private HttpLoadText() {}

    /** @param elapsed of the whole run */
    static String report(HttpLoadOptions options, HttpLoadTally tally, int mostParallel, Duration elapsed) {
        float seconds = (float) (TimeUnit.NANOSECONDS.toMicros(elapsed.toNanos()) / 1e6);
        var text = new StringBuilder(CFormat.format(
                "%d fetches, %d max parallel, %g bytes, in %g seconds\n",
                tally.fetches(), mostParallel, (float) tally.bytes(), seconds));
        if (tally.fetches() > 0) {
            text.append(CFormat.format("%g mean bytes/connection\n", (float) tally.bytes() / (float) tally.fetches()));
        }
        if (seconds > SHORTEST) {
            text.append(CFormat.format(
                    "%g fetches/sec, %g bytes/sec\n",
                    (float) tally.fetches() / seconds, (float) tally.bytes() / seconds));
        }
        appendTimes(text, "connect", tally.connects());
        appendTimes(text, "first-response", tally.responses());
        if (tally.timeouts() != 0) {
            text.append(CFormat.format("%d timeouts\n", tally.timeouts()));
        }
        if (tally.bad() != 0) {
            text.append(
                    CFormat.format(options.checksum() ? "%d bad checksums\n" : "%d bad byte counts\n", tally.bad()));
        }
        text.append("HTTP response codes:\n");
        tally.codes().forEach((code, count) -> text.append(CFormat.format("  code %03d -- %d\n", code, count)));
        return text.toString();
    }

    private static void appendTimes(StringBuilder text, String name, HttpLoadTally.Times times) {
        if (times.count() > 0) {
            text.append(CFormat.format(
                    "msecs/" + name + ": %g mean, %g max, %g min\n", times.mean(), times.most(), times.least()));
        }
    }

    /** @param mostParallel how many fetches were under way at once */
    static String truth(HttpLoadOptions options, HttpLoadTally tally, LoadResult result, int mostParallel) {
        int slots = result.settings().connections();
        double seconds = Math.max(1e-9, result.elapsed().toNanos() / NANOS_PER_SECOND);
        return Truth.of("http_load", result)
                .noteIf(
                        options.urls().stream().anyMatch(HttpLoadUrl::tls),
                        "nobody checked the server's certificate, as http_load does not")
                .noteIf(
                        tally.withoutCode() > 0,
                        "%,d fetches have no status code: they failed, and http_load counts them as fetches",
                        tally.withoutCode())
                .noteIf(
                        tally.bad() > 0 && tally.referenceErrors() == 0,
                        "the first fetch of %s set the measure, %s %,d",
                        options.urls().size() == 1 ? options.urls().get(0).text() : "each URL",
                        options.checksum() ? "checksum" : "bytes",
                        tally.reference(0))
                .noteIf(
                        tally.referenceErrors() > 0,
                        "the first fetch of %,d of %,d URLs, which sets the measure, was no 2xx answer",
                        tally.referenceErrors(),
                        options.urls().size())
                .noteIf(
                        options.rate() > 0,
                        "the rate asked for was %,d/s, the timer's was %,.1f/s, started were %,.1f/s",
                        options.rate(),
                        options.rate() > 0 ? options.trueRate() : 0,
                        result.started() / seconds)
                .noteIf(
                        ramp(options) >= 0.1,
                        "%.0f %% of the fetches began before all %,d connections had begun, or ended when no more came",
                        100 * ramp(options),
                        options.parallel())
                .noteIf(
                        options.rate() > 0
                                && mostParallel >= slots
                                && (options.fetches() == 0 || slots < options.fetches()),
                        "all %,d connection slots were taken: what was due waited, where http_load runs out of them and"
                                + " ends",
                        slots)
                .noteIf(
                        !options.ciphers().unknown().isEmpty(),
                        "-cipher: this Java does not offer %s",
                        String.join(", ", options.ciphers().unknown()))
                .noteIf(
                        options.throttle() > 0,
                        "bodies were read at %,d bytes/s each; what the system's buffers hold had left the server before",
                        options.throttle())
                .noteIf(
                        options.sources().size() > 1,
                        "the %,d addresses of the sip file came in turn, not at random",
                        options.sources().size())
                .noteIf(
                        result.count(FailureKind.ABORTED_AT_END) > 0,
                        "%,d fetches were under way at the end and are in no figure",
                        result.count(FailureKind.ABORTED_AT_END))
                .noteIf(options.checksum(), "checksums are CRC32C here, not the 16 bits of the original")
                .text();
    }

    /** Returns the share of the fetches in which the number of connections rises or falls, 0 to 1. */
    private static double ramp(HttpLoadOptions options) {
        return options.parallel() <= 1 || options.fetches() == 0
                ? 0
                : Math.min(1, 2.0 * options.parallel() / options.fetches());
    }
}
