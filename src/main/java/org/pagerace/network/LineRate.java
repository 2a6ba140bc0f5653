package org.pagerace.network;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The rate of a line as it is printed on a network card: whatever is on the wire counts, preamble and gap too.
 *
 * @param bitsPerSecond 1 Mbit/s to 10 Gbit/s
 */
public record LineRate(long bitsPerSecond) {
    private static final long MEGA = 1_000_000;
    private static final long GIGA = 1_000 * MEGA;
    /** The largest page takes five seconds then; the check before a race waits for ten. */
    private static final long LOWEST = MEGA;

    private static final long HIGHEST = 10 * GIGA;
    private static final Pattern TEXT = Pattern.compile("(\\d{1,5}(?:\\.\\d{1,3})?)([mg])bit");
    private static final BigDecimal THOUSAND = BigDecimal.valueOf(1000);

    public LineRate {
        if (bitsPerSecond < LOWEST || bitsPerSecond > HIGHEST) {
            throw new IllegalArgumentException(
                    "the rate of a line must be 1mbit to 10gbit, but is " + words(bitsPerSecond));
        }
    }

    /**
     * Reads a number and mbit or gbit, such as 100mbit or 2.5gbit.
     *
     * @throws IllegalArgumentException it is something else, or out of range
     */
    public static LineRate parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + text
                    + "' is not the rate of a line; write a number and mbit or gbit, for instance 100mbit or 1gbit");
        }
        BigDecimal unit = BigDecimal.valueOf(matcher.group(2).equals("m") ? MEGA : GIGA);
        return new LineRate(new BigDecimal(matcher.group(1)).multiply(unit).longValueExact());
    }

    /** Returns it in words, such as 100 Mbit/s. */
    @Override
    public String toString() {
        return words(bitsPerSecond);
    }

    private static String words(long bitsPerSecond) {
        BigDecimal megabits = BigDecimal.valueOf(bitsPerSecond).divide(BigDecimal.valueOf(MEGA));
        boolean large = megabits.compareTo(THOUSAND) >= 0;
        BigDecimal number = large ? megabits.divide(THOUSAND) : megabits;
        return number.stripTrailingZeros().toPlainString() + (large ? " Gbit/s" : " Mbit/s");
    }
}
