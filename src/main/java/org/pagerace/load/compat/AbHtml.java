package org.pagerace.load.compat;

import org.pagerace.load.compat.AbOptions.AbHtmlAttributes;
import org.pagerace.load.compat.AbTimes.Row;

/** ab's report as an HTML table. */
final class AbHtml {
    private static final double BYTES_PER_KBYTE = 1024;

    private final AbOptions options;
    private final AbTally tally;
    private final AbHtmlAttributes attributes;
    private final StringBuilder text = new StringBuilder();

    private AbHtml(AbOptions options, AbTally tally) {
        this.options = options;
        this.tally = tally;
        this.attributes = options.html().orElseThrow();
    }

    /** @param requestBytes of one request, head and body */
    static String report(AbOptions options, AbTally tally, long requestBytes) {
        var report = new AbHtml(options, tally);
        report.write(tally.sentRequests() * requestBytes);
        return report.text.toString();
    }

    private void write(long sentBytes) {
        text.append("\n\n<table ").append(attributes.table()).append(">\n");
        item("Server Software:", tally.server());
        item("Server Hostname:", options.url().host());
        item("Server Port:", "%hu", options.url().port());
        item("Document Path:", options.url().path());
        if (options.variableLength()) {
            item("Document Length:", "Variable");
        } else {
            item("Document Length:", "%lu bytes", tally.documentLength());
        }
        item("Concurrency Level:", "%d", options.concurrency());
        item("Time taken for tests:", "%.3f seconds", tally.seconds());
        item("Complete requests:", "%d", tally.times().count());
        item("Failed requests:", "%d", tally.failed());
        if (tally.failed() > 0) { // Receive is left out
            text.append(CFormat.format(
                    "<tr %s><td colspan=4 %s >   (Connect: %d, Length: %d, Exceptions: %d)</td></tr>\n",
                    attributes.row(),
                    attributes.cell(),
                    tally.connectErrors(),
                    tally.lengthErrors(),
                    tally.exceptions()));
        }
        if (tally.notSuccess() > 0) {
            item("Non-2xx responses:", "%d", tally.notSuccess());
        }
        if (options.keepAlive()) {
            item("Keep-Alive requests:", "%d", tally.keptAlive());
        }
        item("Total transferred:", "%ld bytes", tally.receivedBytes());
        if (options.body().isPresent()) {
            item("Total body sent:", "%ld", sentBytes);
        }
        item("HTML transferred:", "%ld bytes", tally.bodyBytes());
        writeRates(sentBytes);
        if (tally.times().count() > 0) {
            writeTimes();
        }
        text.append("</table>\n");
    }

    private void writeRates(long sentBytes) {
        double seconds = tally.seconds();
        if (seconds <= 0) {
            return;
        }
        item("Requests per second:", "%.2f", tally.times().count() / seconds);
        item("Transfer rate:", "%.2f kb/s received", tally.receivedBytes() / BYTES_PER_KBYTE / seconds);
        if (options.body().isPresent()) {
            unnamed(sentBytes / BYTES_PER_KBYTE / seconds, "sent");
            unnamed((tally.receivedBytes() + sentBytes) / BYTES_PER_KBYTE / seconds, "total");
        }
    }

    private void item(String name, String format, Object... arguments) {
        text.append(CFormat.format(
                "<tr %s><th colspan=2 %s>%s</th><td colspan=2 %s>%s</td></tr>\n",
                attributes.row(),
                attributes.cell(),
                name,
                attributes.cell(),
                arguments.length == 0 ? format : CFormat.format(format, arguments)));
    }

    private void unnamed(double rate, String what) {
        text.append(CFormat.format(
                "<tr %s><td colspan=2 %s>&nbsp;</td><td colspan=2 %s>%.2f kb/s %s</td></tr>\n",
                attributes.row(), attributes.cell(), attributes.cell(), rate, what));
    }

    private void writeTimes() {
        Row connect = tally.times().connecting();
        Row total = tally.times().whole();
        String cell = attributes.cell();
        text.append(
                CFormat.format("<tr %s><th %s colspan=4>Connection Times (ms)</th></tr>\n", attributes.row(), cell));
        text.append(CFormat.format(
                "<tr %s><th %s>&nbsp;</th> <th %s>min</th>   <th %s>avg</th>   <th %s>max</th></tr>\n",
                attributes.row(), cell, cell, cell, cell));
        long[] connects = millis(connect);
        long[] totals = millis(total);
        times("Connect:", connects);
        times("Processing:", new long[] {totals[0] - connects[0], totals[1] - connects[1], totals[2] - connects[2]});
        times("Total:", totals);
    }

    private static long[] millis(Row row) {
        return new long[] {AbTimes.millis(row.min()), AbTimes.millis(row.mean()), AbTimes.millis(row.max())};
    }

    private void times(String name, long[] values) {
        String cell = attributes.cell();
        text.append(CFormat.format(
                "<tr %s><th %s>%s</th><td %s>%5ld</td><td %s>%5ld</td><td %s>%5ld</td></tr>\n",
                attributes.row(), cell, name, cell, values[0], cell, values[1], cell, values[2]));
    }
}
