package org.pagerace.load.compat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** The files of ab's {@code -e} and {@code -g}. */
final class AbFiles {
    private static final DateTimeFormatter CTIME = DateTimeFormatter.ofPattern("EEE MMM dd HH:mm:ss yyyy", Locale.ROOT);
    private static final double MICROS_PER_MILLI = 1000;

    private AbFiles() {}

    /** @throws EarlyExit if one cannot be written, as ab notices after its report */
    static void write(AbOptions options, AbTimes times, ZonedDateTime started) throws EarlyExit {
        if (times.count() == 0) {
            return;
        }
        if (options.csvFile().isPresent()) {
            write(options.csvFile().get(), "CSV", csv(times));
        }
        if (options.gnuplotFile().isPresent()) {
            write(options.gnuplotFile().get(), "gnuplot", gnuplot(times, started));
        }
    }

    private static void write(String file, String kind, String text) throws EarlyExit {
        try {
            Files.writeString(Path.of(file), text);
        } catch (IOException e) {
            Path folder = Path.of(file).toAbsolutePath().getParent();
            String why = folder == null || Files.isDirectory(folder)
                    ? Files.isDirectory(Path.of(file)) ? "Is a directory" : "Permission denied"
                    : "No such file or directory";
            throw new EarlyExit("", "Cannot open " + kind + " output file: " + why + "\n", 1);
        }
    }

    /** Rounds the index of a percentile, unlike the text report, which cuts it. */
    static String csv(AbTimes times) {
        long[] sorted = times.sortedTotals();
        var text = new StringBuilder("Percentage served,Time in ms\n");
        for (int percent = 0; percent <= 100; percent++) {
            // Below 51 requests ab reads one past the end here; nothing sensible can be repeated of that.
            int index = Math.min(sorted.length - 1, (int) (0.5 + (double) sorted.length * percent / 100.0));
            long micros = percent == 0 ? sorted[0] : percent == 100 ? sorted[sorted.length - 1] : sorted[index];
            text.append(CFormat.format("%d,%.3f\n", percent, micros / MICROS_PER_MILLI));
        }
        return text.toString();
    }

    static String gnuplot(AbTimes times, ZonedDateTime started) {
        var text = new StringBuilder("starttime\tseconds\tctime\tdtime\tttime\twait\n");
        times.byTotal().forEach(i -> {
            ZonedDateTime start = started.plus(times.start(i), ChronoUnit.MICROS);
            text.append(CFormat.format(
                    "%s\t%ld\t%ld\t%ld\t%ld\t%ld\n",
                    CTIME.format(start),
                    start.toEpochSecond(),
                    AbTimes.millis(times.connect(i)),
                    AbTimes.millis(times.total(i) - times.connect(i)),
                    AbTimes.millis(times.total(i)),
                    AbTimes.millis(times.wait(i))));
        });
        return text.toString();
    }
}
