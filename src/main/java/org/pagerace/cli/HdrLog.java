package org.pagerace.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.pagerace.result.LoadResult;

/**
 * The response times of each second in HdrHistogram's log format, written as they come. Values are nanoseconds, the
 * column of the maximum is in milliseconds; the runs of a sweep follow each other, each with its tag.
 */
final class HdrLog implements AutoCloseable {
    private static final String NAME = "pagerace load";
    /** How every such file begins. */
    static final String BEGINNING = "#[" + NAME;

    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    private final HistogramLogWriter writer;
    private double runStart;
    private double end;
    private String tag = "";

    HdrLog(Path file) {
        try {
            // Not by the writer itself: it would take the platform's encoding
            writer =
                    new HistogramLogWriter(new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new CommandException(ExitCode.USAGE, "cannot write " + file + "; check --hdr", e);
        }
        writer.outputComment("[" + NAME + ": response times in nanoseconds]");
        writer.outputLogFormatVersion();
        long now = System.currentTimeMillis();
        writer.outputStartTime(now);
        writer.outputBaseTime(now);
        writer.outputLegend();
    }

    /** A further run begins, with this tag; empty for the only one. */
    void begin(String runTag) {
        runStart = end;
        tag = runTag;
    }

    void add(LoadResult.Second second, Histogram latency) {
        double start = runStart + second.index();
        end = start + seconds(second.length());
        Histogram interval = latency.copy();
        if (!tag.isEmpty()) {
            interval.setTag(tag);
        }
        writer.outputIntervalHistogram(start, end, interval, NANOS_PER_MILLI);
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / NANOS_PER_SECOND;
    }

    @Override
    public void close() {
        writer.close();
    }
}
