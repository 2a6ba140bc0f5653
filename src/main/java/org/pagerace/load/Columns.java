package org.pagerace.load;

/** Fits text for people into the 80 columns of a terminal. */
public final class Columns {
    public static final int WIDTH = 80;

    private Columns() {}

    /**
     * Breaks a line at blanks where it is too long. A word longer than that stays whole: an address is to be copied.
     *
     * @param indent blanks before what does not fit in the first line
     */
    public static String wrap(String line, int indent) {
        var text = new StringBuilder();
        String rest = line;
        while (rest.length() > WIDTH) {
            int start = rest.length() - rest.stripLeading().length();
            int end = rest.lastIndexOf(' ', WIDTH);
            if (end <= start) {
                end = rest.indexOf(' ', start); // the first word alone is too long
            }
            if (end < 0) {
                break;
            }
            text.append(rest.substring(0, end).stripTrailing()).append('\n');
            rest = " ".repeat(indent) + rest.substring(end).strip();
        }
        return text.append(rest).toString();
    }
}
