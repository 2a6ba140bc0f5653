package org.pagerace.race;

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
import org.pagerace.load.LoadSpec;
import org.pagerace.result.Confirmation.Change;
import org.pagerace.result.FailureKind;
import org.pagerace.result.PlanInfo.Mode;

/** wrk 4, as its source and its output have it. */
final class Wrk implements ToolAdapter {
    private static final Pattern VERSION = Pattern.compile("\\bwrk (?:\\S+/)?(\\d+(?:\\.\\d+)+)");
    private static final Pattern TOTAL =
            Pattern.compile("(\\d+) requests in ([0-9.]+[a-z]+), ([0-9.]+)([KMGTP]?)B read");
    private static final Pattern RATE = Pattern.compile("Requests/sec: +([0-9.]+)");
    private static final Pattern ERRORS =
            Pattern.compile("Socket errors: connect (\\d+), read (\\d+), write (\\d+), timeout (\\d+)");
    private static final Pattern STATUS = Pattern.compile("Non-2xx or 3xx responses: (\\d+)");
    private static final Pattern PERCENTILE = Pattern.compile("(?m)^ +(50|75|90|99)% +([0-9.]+[a-z]+)$");
    private static final Pattern LATENCY =
            Pattern.compile("Latency +([0-9.]+[a-z]+) +([0-9.]+[a-z]+) +([0-9.]+[a-z]+) ");
    private static final Pattern TIME = Pattern.compile("([0-9.]+)(us|ms|s|m|h)");
    private static final Map<String, Double> NANOS = Map.of("us", 1e3, "ms", 1e6, "s", 1e9, "m", 60e9, "h", 3600e9);
    private static final String BINARY_PREFIXES = "KMGTP";
    private static final double BINARY_KILO = 1024;

    @Override
    public String versionOption() {
        return "-v";
    }

    @Override
    public Optional<String> version(String output) {
        Matcher version = VERSION.matcher(output);
        return version.find() ? Optional.of(version.group(1)) : Optional.empty();
    }

    @Override
    public List<String> arguments(LoadSpec spec, Path folder) {
        List<String> arguments = new ArrayList<>(List.of(
                "-t",
                Integer.toString(spec.threads()),
                "-c",
                Integer.toString(spec.connections()),
                "-d",
                spec.stop().longest().orElseThrow().toSeconds() + "s",
                "--timeout",
                spec.timeout().toSeconds() + "s",
                "--latency"));
        if (!spec.keepAlive()) {
            arguments.addAll(List.of("-H", "Connection: close"));
        }
        arguments.add(spec.target().toString());
        return arguments;
    }

    @Override
    public boolean canChange(Mode mode, Change change) {
        return switch (change) {
            case NOTHING, TWICE_THE_CONNECTIONS -> true;
            case TWICE_THE_THREADS -> mode.connections() % (2 * mode.threads()) == 0; // as many for each thread
            case HEAD -> false; // it would wait for the body
        };
    }

    @Override
    public ToolReport read(String output, Path folder) {
        Matcher total = TOTAL.matcher(output);
        Matcher rate = RATE.matcher(output);
        if (!total.find() || !rate.find()) {
            throw new IllegalArgumentException("it printed no number of requests and no rate");
        }
        long requests = Long.parseLong(total.group(1));
        Map<FailureKind, Long> outcomes = new EnumMap<>(FailureKind.class);
        Matcher status = STATUS.matcher(output);
        long refused = status.find() ? Long.parseLong(status.group(1)) : 0;
        outcomes.put(FailureKind.OK, requests - refused);
        outcomes.put(FailureKind.HTTP_5XX, refused);
        Matcher errors = ERRORS.matcher(output);
        if (errors.find()) {
            outcomes.put(FailureKind.REFUSED, Long.parseLong(errors.group(1)));
            outcomes.put(
                    FailureKind.RESET_BEFORE_RESPONSE,
                    Long.parseLong(errors.group(2)) + Long.parseLong(errors.group(3)));
            outcomes.put(FailureKind.TOTAL_TIMEOUT, Long.parseLong(errors.group(4)));
        }
        Duration elapsed = ToolReport.elapsed(requests, Double.parseDouble(rate.group(1)))
                .orElseGet(() -> Duration.ofNanos(nanos(total.group(2))));
        return new ToolReport(elapsed, outcomes, 0, bytes(total.group(3), total.group(4)), 0, percentiles(output));
    }

    private static Map<String, Long> percentiles(String output) {
        Map<String, Long> percentiles = new LinkedHashMap<>();
        Matcher percentile = PERCENTILE.matcher(output);
        while (percentile.find()) {
            percentiles.put("p" + percentile.group(1), nanos(percentile.group(2)));
        }
        Matcher latency = LATENCY.matcher(output);
        if (latency.find()) {
            percentiles.put("max", nanos(latency.group(3)));
        }
        return percentiles;
    }

    private static long nanos(String text) {
        Matcher time = TIME.matcher(text);
        if (!time.matches()) {
            throw new IllegalArgumentException("it printed '" + text + "' where a time is expected");
        }
        return Math.round(Double.parseDouble(time.group(1)) * NANOS.get(time.group(2)));
    }

    private static long bytes(String number, String prefix) {
        int power = prefix.isEmpty() ? 0 : BINARY_PREFIXES.indexOf(prefix) + 1;
        return Math.round(Double.parseDouble(number) * Math.pow(BINARY_KILO, power));
    }
}
