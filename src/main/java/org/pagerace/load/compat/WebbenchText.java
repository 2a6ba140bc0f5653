package org.pagerace.load.compat;

import org.pagerace.result.LoadResult;

/** What webbench 1.5 prints around a run. */
final class WebbenchText {
    static final String BANNER = """
            Webbench - Simple Web Benchmark 1.5
            Copyright (c) Radim Kolar 1997-2004, GPL Open Source Software.
            """;
    static final String UNREACHABLE = "\nConnect to server failed. Aborting benchmark.\n";

    private static final float SECONDS_PER_MINUTE = 60;
    private static final double SPREAD_WORTH_A_WORD = 0.01;

    private WebbenchText() {}

    static String start(WebbenchOptions options) {
        var text = new StringBuilder("\nBenchmarking: ")
                .append(options.method())
                .append(' ')
                .append(options.url());
        if (!options.version().equals("1.0")) {
            text.append(" (using HTTP/").append(options.version()).append(')');
        }
        text.append('\n').append(options.clients() == 1 ? "1 client" : options.clients() + " clients");
        text.append(", running ").append(options.seconds()).append(" sec");
        if (options.force()) {
            text.append(", early socket close");
        }
        options.proxy()
                .ifPresent(proxy -> text.append(", via proxy server ")
                        .append(proxy.host())
                        .append(':')
                        .append(proxy.port()));
        if (options.reload()) {
            text.append(", forcing reload");
        }
        return text.append(".\n").toString();
    }

    /** Failures are part of the speed; the divisor is the time asked for, whatever it really was. */
    static String report(WebbenchOptions options, WebbenchTally tally) {
        int pagesPerMinute = (int) ((tally.pages() + tally.failures()) / (options.seconds() / SECONDS_PER_MINUTE));
        return CFormat.format(
                "\nSpeed=%d pages/min, %d bytes/sec.\nRequests: %d susceed, %d failed.\n",
                pagesPerMinute, (int) (tally.bytes32() / (float) options.seconds()), tally.pages(), tally.failures());
    }

    static String truth(WebbenchOptions options, WebbenchTally tally, LoadResult result) {
        return Truth.of("webbench", result)
                .row("started", "all clients within %,d us", tally.startSpreadNanos() / 1000)
                .noteIf(tally.failures() > 0, "the speed contains %,d failures as if they were pages", tally.failures())
                .noteIf(
                        tally.forgivenFailures() > 0,
                        "%,d more failures are not shown: webbench takes one per client for the work of its alarm",
                        tally.forgivenFailures())
                .noteIf(
                        tally.pagesCutOff() > 0,
                        "%,d pages were cut off when the time was over and count as read",
                        tally.pagesCutOff())
                .noteIf(
                        options.force(),
                        "-f: each connection was closed as soon as its request was sent; these requests are"
                                + " aborted-at-end, and nobody knows what became of them")
                .noteIf(
                        tally.startSpreadNanos() > SPREAD_WORTH_A_WORD * options.seconds() * 1e9,
                        "the clients began one after another, each for %d s, so that the whole took %.3f s; the speed"
                                + " divides by %d s",
                        options.seconds(),
                        result.elapsed().toNanos() / 1e9,
                        options.seconds())
                .noteIf(
                        result.statuses().keySet().stream().anyMatch(status -> status >= 400),
                        "error pages count as pages: webbench looks at no status")
                .noteIf(
                        tally.bytes() != tally.bytes32(),
                        "the bytes/sec are wrong: %,d bytes do not fit in 32 bits",
                        tally.bytes())
                .noteIf(
                        true,
                        "the exit status %d is the number of pages of one client (%,d), cut to 8 bits: webbench's own way",
                        tally.pagesOfLastClient() & 0xff,
                        tally.pagesOfLastClient())
                .text();
    }
}
