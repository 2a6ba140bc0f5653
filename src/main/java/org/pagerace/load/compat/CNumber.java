package org.pagerace.load.compat;

/** Numbers as C reads them from arguments. */
final class CNumber {
    private CNumber() {}

    /**
     * Returns what {@code atoi} makes of a text: blanks, a sign and digits count, the rest does not, and 0 stands for
     * no number at all. Out of range it gives the nearest limit, where C leaves it undefined.
     */
    static int atoi(String text) {
        String number = text.stripLeading();
        int sign = number.startsWith("-") ? -1 : 1;
        int i = number.startsWith("-") || number.startsWith("+") ? 1 : 0;
        long value = 0;
        for (; i < number.length() && isDigit(number.charAt(i)); i++) {
            value = Math.min(10 * value + number.charAt(i) - '0', (long) Integer.MAX_VALUE + 1);
        }
        return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, sign * value));
    }

    static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
