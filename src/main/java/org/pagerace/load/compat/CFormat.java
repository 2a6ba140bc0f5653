package org.pagerace.load.compat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * C's printf for the conversions that the classic tools use: {@code d u i s c f g} and {@code %}, with flags, width and
 * precision. Length modifiers are read and ignored. Independent of the locale.
 *
 * <p>Java's own formatter rounds the shortest decimal text of a number, half up; C rounds its exact binary value, half to
 * even. They differ in the last digit just often enough to fail a comparison.
 */
final class CFormat {
    private static final Pattern CONVERSION =
            Pattern.compile("%([-0]*)(\\d*)(?:\\.(\\d+))?(?:hh|h|ll|l|z|j)?([duiscfg%])");
    private static final int DEFAULT_PRECISION = 6;
    /** %g writes an exponent for powers of ten below this. */
    private static final int LEAST_PLAIN_EXPONENT = -4;

    private CFormat() {}

    /** Returns the text; integers come as any {@link Number} without fraction, strings as any object. */
    static String format(String format, Object... arguments) {
        var text = new StringBuilder();
        Matcher matcher = CONVERSION.matcher(format);
        int next = 0;
        while (matcher.find()) {
            matcher.appendReplacement(text, "");
            char conversion = matcher.group(4).charAt(0);
            if (conversion == '%') {
                text.append('%');
                continue;
            }
            int precision = matcher.group(3) == null ? -1 : Integer.parseInt(matcher.group(3));
            text.append(padded(value(conversion, precision, arguments[next++]), matcher.group(1), matcher.group(2)));
        }
        return matcher.appendTail(text).toString();
    }

    private static String value(char conversion, int precision, Object argument) {
        return switch (conversion) {
            case 'f' -> fixed(((Number) argument).doubleValue(), precision < 0 ? DEFAULT_PRECISION : precision);
            case 'g' -> general(((Number) argument).doubleValue(), precision < 0 ? DEFAULT_PRECISION : precision);
            case 's' -> precision < 0 ? String.valueOf(argument) : cut(String.valueOf(argument), precision);
            default -> String.valueOf(argument);
        };
    }

    private static String cut(String text, int length) {
        return text.length() <= length ? text : text.substring(0, length);
    }

    private static String padded(String value, String flags, String width) {
        int missing = width.isEmpty() ? 0 : Integer.parseInt(width) - value.length();
        if (missing <= 0) {
            return value;
        }
        if (flags.contains("-")) {
            return value + " ".repeat(missing);
        }
        if (!flags.contains("0")) {
            return " ".repeat(missing) + value;
        }
        int sign = value.startsWith("-") ? 1 : 0;
        return value.substring(0, sign) + "0".repeat(missing) + value.substring(sign);
    }

    private static String fixed(double value, int precision) {
        String special = special(value);
        if (special != null) {
            return special;
        }
        String text = new BigDecimal(value)
                .setScale(precision, RoundingMode.HALF_EVEN)
                .toPlainString();
        return isNegativeZero(value, text) ? "-" + text : text;
    }

    /** C keeps the sign of what rounds to zero; BigDecimal has no negative zero. */
    private static boolean isNegativeZero(double value, String text) {
        return (value < 0 || 1 / value < 0) && !text.startsWith("-");
    }

    private static String general(double value, int precision) {
        String special = special(value);
        if (special != null) {
            return special;
        }
        if (value == 0) {
            return 1 / value < 0 ? "-0" : "0";
        }
        int digits = Math.max(1, precision);
        BigDecimal rounded = new BigDecimal(value).round(new MathContext(digits, RoundingMode.HALF_EVEN));
        int exponent = rounded.precision() - rounded.scale() - 1;
        if (exponent >= LEAST_PLAIN_EXPONENT && exponent < digits) {
            return rounded.stripTrailingZeros().toPlainString();
        }
        String mantissa = rounded.movePointLeft(exponent).stripTrailingZeros().toPlainString();
        return mantissa + (exponent < 0 ? "e-" : "e+") + (Math.abs(exponent) < 10 ? "0" : "") + Math.abs(exponent);
    }

    private static String special(double value) {
        if (Double.isNaN(value)) {
            return "nan";
        }
        return Double.isInfinite(value) ? (value < 0 ? "-inf" : "inf") : null;
    }
}
