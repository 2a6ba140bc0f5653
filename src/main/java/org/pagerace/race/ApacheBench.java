package org.pagerace.race;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pagerace.load.BodyCheck;
import org.pagerace.load.LoadSpec;
import org.pagerace.result.Confirmation.Change;
import org.pagerace.result.FailureKind;
import org.pagerace.result.PlanInfo.Mode;

/** ab 2.3, as it comes with every Apache 2.4. */
final class ApacheBench implements ToolAdapter {
    private static final Pattern VERSION =
            Pattern.compile("ApacheBench, Version (\\S+) <\\$Revision(?:: (\\d+) )?\\$>");
    private static final Pattern BREAKDOWN =
            Pattern.compile("\\(Connect: (\\d+), Receive: (\\d+), Length: (\\d+), Exceptions: (\\d+)\\)");
    private static final String PERCENTILES = "percentiles.csv";
    private static final Map<String, String> SHOWN =
            Map.of("0", "min", "50", "p50", "75", "p75", "90", "p90", "95", "p95", "99", "p99", "100", "max");
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    @Override
    public String versionOption() {
        return "-V";
    }

    @Override
    public Optional<String> version(String output) {
        Matcher version = VERSION.matcher(output);
        if (!version.find()) {
            return Optional.empty();
        }
        return Optional.of(version.group(1)
                + (version.group(2) == null ? "" : " (revision " + version.group(2) + ")")); // Debian's has none
    }

    @Override
    public List<String> arguments(LoadSpec spec, Path folder) {
        List<String> arguments =
                new ArrayList<>(List.of("-q", "-r", "-s", spec.timeout().toSeconds() + ""));
        spec.stop().longest().ifPresent(time -> arguments.addAll(List.of("-t", time.toSeconds() + "")));
        // after -t, which sets it too
        spec.stop().mostRequests().ifPresent(number -> arguments.addAll(List.of("-n", number + "")));
        arguments.addAll(List.of("-c", Integer.toString(spec.connections())));
        if (!(spec.bodyCheck() instanceof BodyCheck.Expect)) {
            arguments.add("-l"); // the page has not always the same length
        }
        if (spec.method().equals("HEAD")) {
            arguments.add("-i");
        }
        if (spec.keepAlive()) {
            arguments.add("-k");
        }
        arguments.addAll(List.of(
                "-e", folder.resolve(PERCENTILES).toString(), spec.target().toString()));
        return arguments;
    }

    @Override
    public boolean canChange(Mode mode, Change change) {
        return change != Change.TWICE_THE_THREADS; // it has one
    }

    @Override
    public ToolReport read(String output, Path folder) {
        long complete = (long) number(output, "Complete requests: +(\\d+)")
                .orElseThrow(() -> new IllegalArgumentException("it printed no number of complete requests"))
                .doubleValue();
        Duration elapsed = number(output, "Requests per second: +([0-9.]+)")
                .flatMap(perSecond -> ToolReport.elapsed(complete, perSecond))
                .orElseGet(() -> Duration.ofNanos((long) (number(output, "Time taken for tests: +([0-9.]+) seconds")
                                .orElse(0.0)
                        * NANOS_PER_SECOND)));
        return new ToolReport(
                elapsed,
                outcomes(output, complete),
                count(output, "HTML transferred: +(\\d+) bytes"),
                count(output, "Total transferred: +(\\d+) bytes"),
                count(output, "Keep-Alive requests: +(\\d+)"),
                percentiles(folder.resolve(PERCENTILES)));
    }

    /** A broken connection is complete for ab, and counted up to three times in its breakdown; one refused is neither. */
    private static Map<FailureKind, Long> outcomes(String output, long complete) {
        Map<FailureKind, Long> outcomes = new EnumMap<>(FailureKind.class);
        long left = complete;
        Matcher breakdown = BREAKDOWN.matcher(output);
        if (breakdown.find()) {
            outcomes.put(FailureKind.REFUSED, Long.parseLong(breakdown.group(1)));
            left = take(outcomes, FailureKind.RESET_MID_BODY, Long.parseLong(breakdown.group(2)), left);
            long exceptions = Long.parseLong(breakdown.group(4)) - Long.parseLong(breakdown.group(2));
            left = take(outcomes, FailureKind.RESET_BEFORE_RESPONSE, Math.max(0, exceptions), left);
            long broken = Math.max(Long.parseLong(breakdown.group(2)), Long.parseLong(breakdown.group(4)));
            left = take(outcomes, FailureKind.WRONG_BODY, Long.parseLong(breakdown.group(3)) - broken, left);
        }
        left = take(outcomes, FailureKind.HTTP_5XX, count(output, "Non-2xx responses: +(\\d+)"), left);
        outcomes.put(FailureKind.OK, left);
        return outcomes;
    }

    private static long take(Map<FailureKind, Long> outcomes, FailureKind kind, long wanted, long left) {
        long taken = Math.min(left, Math.max(0, wanted));
        outcomes.put(kind, taken);
        return left - taken;
    }

    private static Map<String, Long> percentiles(Path file) {
        Map<String, Long> percentiles = new LinkedHashMap<>();
        try {
            for (String line : Files.readAllLines(file)) {
                String[] columns = line.split(",", 2);
                if (SHOWN.containsKey(columns[0])) {
                    percentiles.put(
                            SHOWN.get(columns[0]), Math.round(Double.parseDouble(columns[1]) * NANOS_PER_MILLI));
                }
            }
        } catch (IOException e) {
            return Map.of(); // ab writes none after a run without answers
        }
        return percentiles;
    }

    private static long count(String output, String pattern) {
        return number(output, pattern).map(Double::longValue).orElse(0L);
    }

    private static Optional<Double> number(String output, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(output);
        return matcher.find() ? Optional.of(Double.valueOf(matcher.group(1))) : Optional.empty();
    }
}
