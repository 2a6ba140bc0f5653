package org.pagerace.cli;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.pagerace.result.LoadResult;

/** Load results as CSV: for each run one row for each second and one for all of it. Columns: docs/load.md. */
final class LoadCsv {
    static final String COLUMNS = "run,connections,rate,second,length_s,started,ok,failed,ok_per_s,body_bytes,"
            + "p50_us,p90_us,p99_us,max_us\n";

    private final StringBuilder text = new StringBuilder(COLUMNS);

    private LoadCsv() {}

    static String render(List<LoadResult> results) {
        var csv = new LoadCsv();
        for (int i = 0; i < results.size(); i++) {
            csv.run(i + 1, results.get(i));
        }
        return csv.text.toString();
    }

    private void run(int number, LoadResult result) {
        String run = number + "," + result.settings().connections() + ","
                + result.settings().further().getOrDefault("rate", "");
        for (LoadResult.Second second : result.seconds()) {
            row(
                    run + "," + second.index(),
                    second.length(),
                    new long[] {second.started(), second.ok(), second.failed()},
                    second.bodyBytes(),
                    new long[] {second.p50Nanos(), second.p90Nanos(), second.p99Nanos(), second.maxNanos()});
        }
        row(
                run + ",all",
                result.elapsed(),
                new long[] {result.started(), result.ok(), result.failed()},
                result.bodyBytes(),
                new long[] {
                    result.total().percentile(50),
                    result.total().percentile(90),
                    result.total().percentile(99),
                    result.total().max()
                });
    }

    private void row(String names, Duration length, long[] counts, long bodyBytes, long[] nanos) {
        double seconds = length.toNanos() / 1e9;
        double rate = seconds == 0 ? 0 : counts[1] / seconds;
        text.append(names)
                .append(String.format(
                        Locale.ROOT,
                        ",%.6f,%d,%d,%d,%.3f,%d,%.3f,%.3f,%.3f,%.3f\n",
                        seconds,
                        counts[0],
                        counts[1],
                        counts[2],
                        rate,
                        bodyBytes,
                        nanos[0] / 1e3,
                        nanos[1] / 1e3,
                        nanos[2] / 1e3,
                        nanos[3] / 1e3));
    }
}
