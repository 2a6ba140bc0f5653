package org.pagerace.pages;

import java.util.regex.Pattern;

/**
 * Finds what must not be printed even where a value may be: credentials by their form, and the three strings by which
 * scanners know another page.
 */
final class SecretDetector {

    /*
     * One pass over the text looks for a character a marker can begin with, and only there a pattern is tried: the page
     * has some 700 cells and is rendered for each request.
     *
     * A token counts as random when it has 20 or more characters without a break and its letters and digits change
     * their kind (lower, upper, digit) more often than words and version numbers do. In random base64 they change at
     * 60 % of the places, in random hex at 47 %, in the longest part of a version such as 21.0.5+11-Ubuntu-1ubuntu122.04
     * at 25 %. The plus sign ends a token: versions have one, and a random token keeps a part that is long enough.
     */
    private static final Pattern MARKED = Pattern.compile("://[^/\\s:@]*:[^/\\s@]*@"
            + "|-----BEGIN "
            + "|eyJ[A-Za-z0-9_-]{4}"
            + "|(?:AKIA|ASIA)[0-9A-Z]{12}"
            + "|AIza[0-9A-Za-z_-]{16}"
            + "|gh[pousr]_[0-9A-Za-z]{12}"
            + "|github_pat_"
            + "|glpat-"
            + "|xox[abeprs]-"
            + "|sk[-_][0-9A-Za-z_-]{12}"
            + "|(?i:PHP Version|PHP Extension|phpinfo\\(\\))");

    private static final String FIRST_OF_MARKED = ":-eAgxspP";
    private static final int TOKEN_LENGTH = 20;
    private static final double CHANGES_PER_CHARACTER = 0.3;

    private SecretDetector() {}

    /** Returns whether the text holds something that looks like a credential. */
    static boolean finds(String text) {
        return findsMarked(text) || findsRandomToken(text);
    }

    /** Like {@link #finds}, but without random tokens: for names the runtime made, such as those of algorithms. */
    static boolean findsMarked(String text) {
        var matcher = MARKED.matcher(text);
        for (int i = 0; i < text.length(); i++) {
            if (FIRST_OF_MARKED.indexOf(text.charAt(i)) >= 0
                    && matcher.region(i, text.length()).lookingAt()) {
                return true;
            }
        }
        return false;
    }

    static boolean findsRandomToken(String text) {
        int length = 0;
        int changes = 0;
        int lastKind = 0;
        for (int i = 0; i < text.length(); i++) {
            int kind = kind(text.charAt(i));
            if (kind < 0) {
                length = 0;
                changes = 0;
                lastKind = 0;
                continue;
            }
            length++;
            if (kind != 0 && lastKind != 0 && kind != lastKind) {
                changes++;
            }
            lastKind = kind == 0 ? lastKind : kind;
            if (length >= TOKEN_LENGTH && changes >= length * CHANGES_PER_CHARACTER) {
                return true;
            }
        }
        return false;
    }

    /** Returns 1 to 3 for lower, upper and digits, 0 for signs a token may hold, -1 for what ends a token. */
    private static int kind(char c) {
        if (c >= 'a' && c <= 'z') {
            return 1;
        }
        if (c >= 'A' && c <= 'Z') {
            return 2;
        }
        if (c >= '0' && c <= '9') {
            return 3;
        }
        return c == '/' || c == '=' || c == '-' || c == '_' ? 0 : -1;
    }
}
