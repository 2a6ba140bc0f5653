package org.pagerace.load.compat;

import org.pagerace.load.compat.AbTimes.Row;

/** ab's report as text. */
final class AbText {
    private static final int[] PERCENTS = {50, 66, 75, 80, 90, 95, 98, 99, 100};
    private static final double BYTES_PER_KBYTE = 1024;
    private static final double MICROS_PER_MILLI = 1000;

    private static final String NOT_RELIABLE = """
            ERROR: The median and mean for %s are more than twice the standard
                   deviation apart. These results are NOT reliable.
            """;
    private static final String NOT_THAT_RELIABLE = """
            WARNING: The median and mean for %s are not within a normal deviation
                    These results are probably not that reliable.
            """;

    /** The revision keyword as Debian's ab prints it, unexpanded. */
    private static final String REVISION = "$Revision$";

    private final AbOptions options;
    private final AbTally tally;
    private final long requestBytes;
    private final StringBuilder text = new StringBuilder();

    private AbText(AbOptions options, AbTally tally, long requestBytes) {
        this.options = options;
        this.tally = tally;
        this.requestBytes = requestBytes;
    }

    static String banner(boolean html) {
        String start = html ? " " : "";
        String end = html ? "<br>\n" : "\n";
        String revision = html ? " <i>&lt;" + REVISION + "&gt;</i>" : " <" + REVISION + ">";
        return (html ? "<p>\n" : "")
                + start + "This is ApacheBench, Version 2.3" + revision + end
                + start + "Copyright 1996 Adam Twiss, Zeus Technology Ltd, http://www.zeustech.net/" + end
                + start + "Licensed to The Apache Software Foundation, http://www.apache.org/" + end
                + (html ? "</p>\n<p>\n" : "\n");
    }

    /** Returns what comes before the run. */
    static String start(AbOptions options) {
        var text = new StringBuilder(banner(options.html().isPresent()));
        if (options.html().isEmpty()) {
            text.append("Benchmarking ").append(options.url().host()).append(' ');
            options.proxy().ifPresent(proxy -> text.append("[through " + proxy.host() + ":" + proxy.port() + "] "));
            text.append("(be patient)").append(options.heartbeat() > 0 ? "\n" : "...");
        }
        if (options.verbosity() >= 2) {
            text.append("INFO: " + options.method() + " header == \n---\n" + AbRequest.head(options) + "\n---\n");
        }
        return text.toString();
    }

    /** @param requestBytes of one request, head and body */
    static String report(AbOptions options, AbTally tally, long requestBytes) {
        var report = new AbText(options, tally, requestBytes);
        report.write();
        return report.text.toString();
    }

    private void add(String format, Object... arguments) {
        text.append(CFormat.format(format, arguments));
    }

    private void write() {
        add("\n\nServer Software:        %s\n", tally.server());
        add("Server Hostname:        %s\n", options.url().host());
        add("Server Port:            %hu\n", options.url().port());
        tally.tls().ifPresent(facts -> {
            add("SSL/TLS Protocol:       %s\n", AbTls.protocolLine(facts));
            AbTls.temporaryKey(facts).ifPresent(key -> add("Server Temp Key:        %s\n", key));
        });
        options.serverName().ifPresent(name -> add("TLS Server Name:        %s\n", name));
        add("\nDocument Path:          %s\n", options.url().path());
        if (options.variableLength()) {
            add("Document Length:        Variable\n");
        } else {
            add("Document Length:        %lu bytes\n", tally.documentLength());
        }
        add("\nConcurrency Level:      %d\n", options.concurrency());
        add("Time taken for tests:   %.3f seconds\n", tally.seconds());
        writeCounts();
        if (tally.times().count() > 0 && tally.seconds() > 0) {
            writeRates();
        }
        if (tally.times().count() > 0) {
            writeTimes();
        }
        if (options.percentiles() && tally.times().count() > 1) {
            writePercentiles();
        }
    }

    private void writeCounts() {
        add("Complete requests:      %d\n", tally.times().count());
        add("Failed requests:        %d\n", tally.failed());
        if (tally.failed() > 0) {
            add(
                    "   (Connect: %d, Receive: %d, Length: %d, Exceptions: %d)\n",
                    tally.connectErrors(), tally.receiveErrors(), tally.lengthErrors(), tally.exceptions());
        }
        if (tally.notSuccess() > 0) {
            add("Non-2xx responses:      %d\n", tally.notSuccess());
        }
        if (options.keepAlive()) {
            add("Keep-Alive requests:    %d\n", tally.keptAlive());
        }
        add("Total transferred:      %ld bytes\n", tally.receivedBytes());
        if (options.body().isPresent()) {
            add("Total body sent:        %ld\n", sentBytes());
        }
        add("HTML transferred:       %ld bytes\n", tally.bodyBytes());
    }

    /** What ab calls the body sent is the whole request. */
    private long sentBytes() {
        return tally.sentRequests() * requestBytes;
    }

    private void writeRates() {
        double seconds = tally.seconds();
        int done = tally.times().count();
        add("Requests per second:    %.2f [#/sec] (mean)\n", done / seconds);
        add("Time per request:       %.3f [ms] (mean)\n", options.concurrency() * seconds * 1000 / done);
        add("Time per request:       %.3f [ms] (mean, across all concurrent requests)\n", seconds * 1000 / done);
        add("Transfer rate:          %.2f [Kbytes/sec] received\n", tally.receivedBytes() / BYTES_PER_KBYTE / seconds);
        if (options.body().isPresent()) {
            add("                        %.2f kb/s sent\n", sentBytes() / BYTES_PER_KBYTE / seconds);
            add(
                    "                        %.2f kb/s total\n",
                    (tally.receivedBytes() + sentBytes()) / BYTES_PER_KBYTE / seconds);
        }
    }

    private void writeTimes() {
        Row connect = tally.times().connecting();
        Row processing = tally.times().processing();
        Row waiting = tally.times().waiting();
        Row total = tally.times().whole();
        add("\nConnection Times (ms)\n");
        add(options.confidence() ? "              min  mean[+/-sd] median   max\n" : "              min   avg   max\n");
        writeRow("Connect:    ", connect);
        writeRow("Processing: ", processing);
        writeRow("Waiting:    ", waiting);
        writeRow("Total:      ", total);
        if (options.confidence()) {
            writeWarning("the initial connection time", connect);
            writeWarning("the processing time", processing);
            writeWarning("the waiting time", waiting);
            writeWarning("the total time", total);
        }
    }

    private void writeRow(String name, Row row) {
        long min = AbTimes.millis(row.min());
        long mean = AbTimes.millis(row.mean());
        long max = AbTimes.millis(row.max());
        if (options.confidence()) {
            add(
                    name + "%5ld %4ld %5.1f %6ld %7ld\n",
                    min,
                    mean,
                    row.sd() / MICROS_PER_MILLI,
                    AbTimes.millis(row.median()),
                    max);
        } else {
            add(name + "%5ld %5ld%5ld\n", min, mean, max);
        }
    }

    private void writeWarning(String what, Row row) {
        double apart = Math.abs((double) AbTimes.millis(row.mean()) - AbTimes.millis(row.median()));
        double sd = row.sd() / MICROS_PER_MILLI;
        if (apart > 2 * sd) {
            add(NOT_RELIABLE, what);
        } else if (apart > sd) {
            add(NOT_THAT_RELIABLE, what);
        }
    }

    private void writePercentiles() {
        long[] sorted = tally.times().sortedTotals();
        add("\nPercentage of the requests served within a certain time (ms)\n");
        for (int percent : PERCENTS) {
            if (percent == 100) {
                add(" 100%%  %5ld (longest request)\n", AbTimes.millis(sorted[sorted.length - 1]));
            } else {
                int index = (int) ((long) sorted.length * percent / 100);
                add("  %d%%  %5ld\n", percent, AbTimes.millis(sorted[index]));
            }
        }
    }
}
