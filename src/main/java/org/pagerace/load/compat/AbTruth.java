package org.pagerace.load.compat;

import java.util.List;
import org.pagerace.result.FailureKind;
import org.pagerace.result.LoadResult;

/** What ab's report hides or counts twice. */
final class AbTruth {
    private AbTruth() {}

    static String text(AbOptions options, AbTally tally, LoadResult result) {
        long unsuccessful = result.count(FailureKind.HTTP_4XX) + result.count(FailureKind.HTTP_5XX);
        long broken = result.failed() - unsuccessful;
        List<String> unknownCiphers = options.tls()
                .ciphers()
                .map(CipherList::parse)
                .orElse(CipherList.JAVAS)
                .unknown();
        return Truth.of("ab", result)
                .noteIf(!unknownCiphers.isEmpty(), "-Z: this Java does not offer %s", String.join(", ", unknownCiphers))
                .noteIf(
                        broken != tally.failed(),
                        "ab says %,d failed requests; %,d failed below HTTP%s",
                        tally.failed(),
                        broken,
                        tally.exceptions() > 0 ? ", and ab counts a broken connection up to three times" : "")
                .noteIf(
                        tally.lengthErrors() > 0,
                        "the length of the first answer that ended, %,d bytes, is ab's measure for all others; -l accepts"
                                + " pages that vary",
                        tally.documentLength())
                .noteIf(
                        tally.firstStatus() / 100 != 2 && tally.firstStatus() != 0,
                        "the first answer, which sets the measure of length, was a %d",
                        tally.firstStatus())
                .noteIf(unsuccessful > 0, "%,d answers were 4xx or 5xx; ab does not call them failed", unsuccessful)
                .noteIf(
                        tally.brokenSamples() > 0,
                        "%,d of ab's %,d times are of connections that broke",
                        tally.brokenSamples(),
                        tally.times().count())
                .noteIf(
                        options.requestsByTime()
                                && tally.times().count() >= options.requests()
                                && !result.stoppedEarly(),
                        "the run ended at the %,d requests that -t sets, not after %d s; put -n after -t for more",
                        options.requests(),
                        options.seconds())
                .noteIf(
                        options.concurrency() <= 1,
                        "one connection: this is the response time of one client, not what the server can do")
                .noteIf(
                        options.keepAlive()
                                && tally.keptAlive() + tally.keptUnsaid()
                                        < tally.times().count(),
                        "-k was asked for, but only %,d answers kept their connection",
                        tally.keptAlive() + tally.keptUnsaid())
                .noteIf(
                        tally.keptUnsaid() > 0,
                        "%,d answers kept their connection without the text Keep-Alive in their head: ab does not count"
                                + " them, and waits for the end of such a connection, up to -s",
                        tally.keptUnsaid())
                .noteIf(
                        result.retries() > 0,
                        "%,d kept connections were closed before an answer began; the requests were sent again, where ab"
                                + " counts a failure or ends",
                        result.retries())
                .noteIf(options.url().tls(), "nobody checked the server's certificate, as ab does not")
                .noteIf(
                        result.count(FailureKind.TLS) > 0,
                        "%,d TLS handshakes failed; ab counts them as requests that were answered",
                        result.count(FailureKind.TLS))
                .text();
    }
}
