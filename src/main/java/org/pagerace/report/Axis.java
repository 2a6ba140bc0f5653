package org.pagerace.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;

/**
 * Where a value lies between the start (0) and the end (1) of an axis.
 *
 * @param place of a value; may leave 0 to 1
 * @param ticks from the start to the end
 */
record Axis(DoubleUnaryOperator place, List<Tick> ticks) {
    private static final double[] PERCENTILES = {50, 90, 99, 99.9, 99.99};
    private static final double[] ROUND = {1, 2, 5, 10};
    private static final double FEW_DECADES = 1.6;
    private static final double[] STEPS = {1, 2, 2.5, 5, 10};
    private static final int LINEAR_TICKS = 5;

    record Tick(double at, String label) {}

    Axis {
        ticks = List.copyOf(ticks);
    }

    /** Returns the place of a value, at one of the ends if it lies beyond. */
    double at(double value) {
        return Math.max(0, Math.min(1, place.applyAsDouble(value)));
    }

    /** Returns an axis from 0 to a round number that is not below {@code most}. */
    static Axis linear(double most, DoubleFunction<String> print) {
        double step = roundUp(most > 0 ? most / LINEAR_TICKS : 1, STEPS);
        long steps = Math.max(1, (long) Math.ceil(most / step - 1e-9));
        double end = steps * step;
        List<Tick> ticks = new ArrayList<>();
        for (int i = 0; i <= steps; i++) {
            ticks.add(new Tick((double) i / steps, print.apply(i * step)));
        }
        return new Axis(value -> value / end, ticks);
    }

    /** Returns a logarithmic axis between round numbers around {@code least} and {@code most}, both positive. */
    static Axis logarithmic(double least, double most, DoubleFunction<String> print) {
        double start = roundDown(least);
        double end = Math.max(roundUp(most, ROUND), start * 10);
        double decades = Math.log10(end / start);
        DoubleUnaryOperator place = value -> value <= 0 ? 0 : Math.log10(value / start) / decades;
        List<Tick> ticks = new ArrayList<>();
        for (int exponent = (int) Math.floor(Math.log10(start)); exponent <= Math.log10(end) + 1e-9; exponent++) {
            for (double digit : ROUND) {
                double value = digit * Math.pow(10, exponent);
                boolean wanted = digit == 1 || (digit < 10 && decades <= FEW_DECADES);
                if (wanted && value >= start * (1 - 1e-9) && value <= end * (1 + 1e-9)) {
                    ticks.add(new Tick(place.applyAsDouble(value), print.apply(value)));
                }
            }
        }
        return new Axis(place, ticks);
    }

    /** Returns an axis from the median on, on which every further nine takes the same room, as HdrHistogram plots it. */
    static Axis percentiles(double last) {
        double start = nines(PERCENTILES[0]);
        double width = nines(last) - start;
        DoubleUnaryOperator place = percent -> (nines(percent) - start) / width;
        List<Tick> ticks = new ArrayList<>();
        for (double percent : PERCENTILES) {
            if (percent <= last + 1e-9) {
                ticks.add(new Tick(place.applyAsDouble(percent), Numbers.percentile(percent)));
            }
        }
        return new Axis(place, ticks);
    }

    /** Returns 1 for 90 %, 2 for 99 %, 3 for 99.9 %. */
    static double nines(double percent) {
        return -Math.log10(1 - percent / 100);
    }

    /** Returns the percentile of so many nines. */
    static double percent(double nines) {
        return 100 * (1 - Math.pow(10, -nines));
    }

    private static double roundUp(double value, double... digits) {
        double decade = Math.pow(10, Math.floor(Math.log10(value)));
        for (double digit : digits) {
            if (digit * decade >= value * (1 - 1e-9)) {
                return digit * decade;
            }
        }
        return 10 * decade;
    }

    private static double roundDown(double value) {
        double decade = Math.pow(10, Math.floor(Math.log10(value)));
        double found = decade;
        for (double digit : ROUND) {
            if (digit * decade <= value * (1 + 1e-9)) {
                found = digit * decade;
            }
        }
        return found;
    }
}
