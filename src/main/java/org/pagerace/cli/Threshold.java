package org.pagerace.cli;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pagerace.result.LoadResult;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A condition under which a run has failed, as {@code p99>50ms}. */
record Threshold(String text, String figure, boolean failsAbove, double limit, String unit) {
    private static final Pattern FORM = Pattern.compile(
            "\\s*(rate|errors|error-rate|mean|max|p(\\d{1,2}(?:\\.\\d{1,3})?))\\s*([<>])\\s*(\\d{1,12}(?:\\.\\d{1,9})?)"
                    + "(us|ms|s|m|%)?\\s*");

    /** Reads one from the command line. */
    static final class Converter implements ITypeConverter<Threshold> {
        @Override
        public Threshold convert(String text) {
            Matcher form = FORM.matcher(text);
            if (!form.matches()) {
                throw new TypeConversionException(
                        "a threshold is a figure (rate, errors, error-rate, mean, max, p50 ..."
                                + " p99.9), < or > and a limit, as in 'p99>50ms', but this is '" + text + "'");
            }
            String figure = form.group(1);
            String unit = form.group(5) == null ? "" : form.group(5);
            String wanted = figure.equals("error-rate") ? "%" : isCount(figure) ? "" : "us|ms|s|m";
            if (!unit.matches(wanted)) {
                throw new TypeConversionException("the limit of " + figure + " is "
                        + (wanted.isEmpty() ? "a plain number" : wanted.equals("%") ? "in %" : "a time with its unit")
                        + ", but this is '" + text + "'");
            }
            return new Threshold(
                    text, figure, form.group(3).equals(">"), Double.parseDouble(form.group(4)) * scale(unit), unit);
        }
    }

    private static boolean isCount(String figure) {
        return figure.equals("rate") || figure.equals("errors");
    }

    private static double scale(String unit) {
        return switch (unit) {
            case "us" -> 1e3;
            case "ms" -> 1e6;
            case "s" -> 1e9;
            case "m" -> 60e9;
            case "%" -> 0.01;
            default -> 1;
        };
    }

    /** Returns what is wrong with the result, or nothing. */
    Optional<String> failure(LoadResult result) {
        double value = value(result);
        boolean failed = failsAbove ? value > limit : value < limit;
        return failed
                ? Optional.of(figure + " is " + words(value) + ", so --fail-if '" + text + "' fails the run")
                : Optional.empty();
    }

    private double value(LoadResult result) {
        return switch (figure) {
            case "rate" -> result.perSecond();
            case "errors" -> result.failed();
            case "error-rate" -> result.started() == 0 ? 0 : (double) result.failed() / result.started();
            case "mean" -> result.total().mean();
            case "max" -> result.total().max();
            default -> result.total().percentile(Double.parseDouble(figure.substring(1)));
        };
    }

    private String words(double value) {
        return switch (figure) {
            case "rate" -> String.format(Locale.ROOT, "%.1f/s", value);
            case "errors" -> String.format(Locale.ROOT, "%.0f", value);
            case "error-rate" -> String.format(Locale.ROOT, "%.3f %%", 100 * value);
            default -> LoadReport.time((long) value);
        };
    }
}
