package org.pagerace.pages;

import java.util.regex.Pattern;

/**
 * Finds what must not be printed even where a value may be: credentials by their form, and the three strings by which
 * scanners know another page.
 */
final class SecretDetector {

    /*
     * One pass over the text looks for two characters a marker can begin with, and only there the pattern is tried: the
     * page judges all cells that may change for each request. With the pattern alone a third of its time went here, when
     * it still judged all of its 1,500 cells each time.
     *
     * A token counts as random when it has 20 or more characters without a break and its letters and digits change
     * their kind (lower, upper, digit) more often than words and version numbers do. The step from upper to lower is
     * not counted, because CamelCase has it in each word. In random base64 the kind changes at 45 % of the places, in
     * random hex at 47 %, in ReservedCodeCacheSize=64m and 11-Ubuntu-1ubuntu122 at 20 %. The plus sign ends a token:
     * versions have one, and a random token keeps a part that is long enough.
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

    private static final int LOWER = 1;
    private static final int UPPER = 2;
    private static final int DIGIT = 3;
    private static final int OTHER = 0;
    private static final int BREAK = -1;
    private static final int TOKEN_LENGTH = 20;
    private static final double CHANGES_PER_CHARACTER = 0.25;

    private SecretDetector() {}

    /** Returns whether the text holds something that looks like a credential. */
    static boolean finds(String text) {
        return findsMarked(text) || findsRandomToken(text);
    }

    /** Like {@link #finds}, but without random tokens: for names the runtime made, such as those of algorithms. */
    static boolean findsMarked(String text) {
        for (int i = 0; i + 1 < text.length(); i++) {
            if (mayBegin(text.charAt(i), text.charAt(i + 1))
                    && MARKED.matcher(text).region(i, text.length()).lookingAt()) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a marker may begin with these two characters. */
    private static boolean mayBegin(char first, char second) {
        return switch (first) {
            case ':' -> second == '/';
            case '-' -> second == '-';
            case 'e' -> second == 'y';
            case 'A' -> second == 'K' || second == 'S' || second == 'I';
            case 'g' -> second == 'h' || second == 'i' || second == 'l';
            case 'x' -> second == 'o';
            case 's' -> second == 'k';
            case 'p', 'P' -> second == 'h' || second == 'H';
            default -> false;
        };
    }

    static boolean findsRandomToken(String text) {
        int length = 0;
        int changes = 0;
        int last = OTHER;
        for (int i = 0; i < text.length(); i++) {
            int kind = kind(text.charAt(i));
            if (kind == BREAK) {
                length = 0;
                changes = 0;
                last = OTHER;
                continue;
            }
            length++;
            if (kind != OTHER) {
                if (last != OTHER && kind != last && !(last == UPPER && kind == LOWER)) {
                    changes++;
                }
                last = kind;
            }
            if (length >= TOKEN_LENGTH && changes >= length * CHANGES_PER_CHARACTER) {
                return true;
            }
        }
        return false;
    }

    private static int kind(char c) {
        if (c >= 'a' && c <= 'z') {
            return LOWER;
        }
        if (c >= 'A' && c <= 'Z') {
            return UPPER;
        }
        if (c >= '0' && c <= '9') {
            return DIGIT;
        }
        return c == '/' || c == '=' || c == '-' || c == '_' ? OTHER : BREAK;
    }
}
