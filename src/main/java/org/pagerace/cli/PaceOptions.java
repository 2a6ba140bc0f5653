package org.pagerace.cli;

import java.time.Duration;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pagerace.load.BodyCheck;
import org.pagerace.load.Connects;
import org.pagerace.load.LoadSpec;
import org.pagerace.load.Rate;
import org.pagerace.load.Stop;
import picocli.CommandLine.Option;

/** The options that say how much load, how long, and which answers are right. */
final class PaceOptions {
    private static final String NUMBER = "(\\d{1,9}(?:\\.\\d{1,9})?)";
    private static final Pattern RAMP = Pattern.compile(NUMBER + "\\.\\." + NUMBER + "/(.+)");
    private static final Pattern PLAIN = Pattern.compile(NUMBER);
    private static final Pattern TOLERANT = Pattern.compile("length:(.+)");
    private static final Pattern CRC = Pattern.compile("(?:0x)?([0-9a-fA-F]{1,8})");
    private static final Duration LONGEST_UNTIL_KNOWN = Duration.ofMinutes(2);

    @Option(names = "-c", paramLabel = "N", description = "connections open at the same time (default 10, at most -n)")
    private Integer connections;

    @Option(
            names = "-t",
            paramLabel = "N",
            description = "threads, each with its share of the connections (default: half the cores, at most -c)")
    private Integer threads;

    @Option(
            names = "--connect-rate",
            paramLabel = "N",
            defaultValue = "100000",
            description = "open at most so many connections per second (default ${DEFAULT-VALUE})")
    private double connectsPerSecond;

    @Option(
            names = "-n",
            paramLabel = "N",
            description = "stop after exactly N requests, or when nothing was heard for a timeout")
    private Long requests;

    @Option(
            names = "-d",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "stop after this time (default 10s); with -n after whichever comes first")
    private Duration duration;

    @Option(
            names = "--until-ci",
            paramLabel = "PERCENT",
            converter = PercentConverter.class,
            description =
                    "stop when the 95 %% confidence interval of the rate is within so much, as in 2%%: not before 10s,"
                            + " at the latest after -d (default 2m)")
    private Double untilKnown;

    @Option(
            names = "--rate",
            paramLabel = "RATE",
            description =
                    "send so many requests per second whatever the server does, and time them from when they were due;"
                            + " or a ramp, as in 100..5000/30s")
    private String rate;

    @Option(
            names = "--warmup",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            defaultValue = "0s",
            description = "load before the measured part, not counted (default ${DEFAULT-VALUE})")
    private Duration warmup;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            defaultValue = "10s",
            description = "for a connect, and for an answer from the first byte sent (default ${DEFAULT-VALUE})")
    private Duration timeout;

    @Option(
            names = "--verify",
            paramLabel = "HOW",
            defaultValue = "none",
            description =
                    "compare all bodies with the first one of the URL: none, length, length:5%% (for pages that vary,"
                            + " so much longer or shorter) or crc (default ${DEFAULT-VALUE})")
    private String verify;

    @Option(
            names = "--max-body",
            paramLabel = "BYTES",
            defaultValue = "67108864",
            description = "break off answers with a longer body, as protocol errors (default ${DEFAULT-VALUE})")
    private long mostBodyBytes;

    @Option(names = "--expect-crc", paramLabel = "HEX", description = "the CRC32C that every body must have")
    private String expectCrc;

    LoadSpec applyTo(LoadSpec spec, OptionalInt connectionsOfStep) {
        int wanted = connectionsOfStep.orElse(connections != null ? connections : defaultConnections());
        int cores = Runtime.getRuntime().availableProcessors();
        checkNumber(wanted);
        return spec.withConnections(wanted, threads != null ? threads : Math.max(1, Math.min(cores / 2, wanted)))
                .withConnects(new Connects(connectsPerSecond))
                .withStop(stop())
                .withRate(rate == null ? new Rate.Closed() : rate(rate))
                .withWarmup(warmup)
                .withTimeout(timeout)
                .withBodyCheck(bodyCheck())
                .withMostBodyBytes(mostBodyBytes);
    }

    private void checkNumber(int wanted) {
        if (requests != null && requests < 1) {
            throw new IllegalArgumentException("-n must be at least 1, but is " + requests);
        }
        if (requests != null && wanted > requests) {
            throw new IllegalArgumentException("each connection needs a request, but there are " + requests
                    + " requests for " + wanted + " connections; lower -c or raise -n");
        }
    }

    private int defaultConnections() {
        return requests == null
                ? LoadSpec.DEFAULT_CONNECTIONS
                : (int) Math.max(1, Math.min(LoadSpec.DEFAULT_CONNECTIONS, requests));
    }

    private Stop stop() {
        if (untilKnown != null) {
            if (requests != null) {
                throw new IllegalArgumentException(
                        "a run ends after a number or when its rate is known; leave out -n or --until-ci");
            }
            return new Stop.WhenRateIsKnown(untilKnown, duration == null ? LONGEST_UNTIL_KNOWN : duration);
        }
        if (requests == null) {
            return new Stop.AfterDuration(duration == null ? LoadSpec.DEFAULT_DURATION : duration);
        }
        var afterRequests = new Stop.AfterRequests(requests);
        return duration == null ? afterRequests : new Stop.FirstOf(afterRequests, new Stop.AfterDuration(duration));
    }

    /** Reads a rate or a ramp. */
    static Rate rate(String text) {
        Matcher ramp = RAMP.matcher(text);
        if (ramp.matches()) {
            return new Rate.Ramp(
                    Double.parseDouble(ramp.group(1)),
                    Double.parseDouble(ramp.group(2)),
                    new DurationConverter().convert(ramp.group(3)));
        }
        if (!PLAIN.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "a rate is a number per second or a ramp as 100..5000/30s, but is '" + text + "'; check --rate");
        }
        return new Rate.Constant(Double.parseDouble(text));
    }

    private BodyCheck bodyCheck() {
        if (expectCrc != null) {
            Matcher form = CRC.matcher(expectCrc);
            if (!form.matches() || !verify.equals("none")) {
                throw new IllegalArgumentException("a CRC32C has 1 to 8 hexadecimal digits and goes without --verify,"
                        + " but given is '" + expectCrc + "'; check --expect-crc");
            }
            return new BodyCheck.Expect(-1, Long.parseLong(form.group(1), 16));
        }
        Matcher tolerant = TOLERANT.matcher(verify);
        if (tolerant.matches()) {
            return new BodyCheck.SameLength(PercentConverter.parse(tolerant.group(1)));
        }
        return switch (verify) {
            case "none" -> new BodyCheck.None();
            case "length" -> new BodyCheck.SameLength();
            case "crc" -> new BodyCheck.SameCrc();
            default ->
                throw new IllegalArgumentException(
                        "bodies are verified by none, length, length:5% or crc, but given is '" + verify
                                + "'; check --verify");
        };
    }
}
