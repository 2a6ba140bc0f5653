package org.pagerace.load.http;

import java.util.Locale;
import java.util.Set;

/**
 * What may be put into a request, so that no option can smuggle a second one onto the wire. Every method returns its
 * argument or throws {@link IllegalArgumentException} with limit, value and remedy.
 */
public final class Grammar {
    private static final String TOKEN_MARKS = "!#$%&'*+-.^_`|~"; // RFC 9110 section 5.6.2
    private static final Set<String> OWN_OPTIONS =
            Set.of("host", "content-length", "transfer-encoding", "connection", "keep-alive");
    private static final int SHOWN = 80;

    private Grammar() {}

    /** A method: capital letters only, and not CONNECT, whose target is no path. */
    public static String method(String method) {
        boolean fine =
                !method.isEmpty() && method.chars().allMatch(c -> c >= 'A' && c <= 'Z') && !method.equals("CONNECT");
        return check(
                fine,
                method,
                "a method consists of the letters A to Z and is not CONNECT",
                "write it in capitals, as in GET");
    }

    /** A path with its query, as it goes onto the wire. */
    public static String path(String path) {
        boolean fine = path.startsWith("/") && path.chars().allMatch(c -> c > ' ' && c < 0x7f && c != '#');
        return check(
                fine,
                path,
                "a path starts with / and has printable ASCII without space and #",
                "percent-encode the rest");
    }

    /** The name of a header that is not the business of another option. */
    public static String headerName(String name) {
        boolean token = !name.isEmpty() && name.chars().allMatch(Grammar::isTokenByte);
        check(token, name, "a header name is a token of RFC 9110", "write it as in 'Accept: text/html'");
        return check(
                !OWN_OPTIONS.contains(name.toLowerCase(Locale.ROOT)),
                name,
                "this header follows from the target, the HTTP version and keep-alive",
                "use --http, --no-keepalive or the URL");
    }

    /** The value of a header: Latin-1 without CR, LF and NUL. */
    public static String headerValue(String value) {
        boolean fine = value.chars().allMatch(c -> c != '\r' && c != '\n' && c != 0 && c < 0x100);
        return check(fine, value, "a header value has no line break, no NUL and only Latin-1", "encode it");
    }

    static boolean isTokenByte(int c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || (c < 0x80 && TOKEN_MARKS.indexOf(c) >= 0);
    }

    private static String check(boolean fine, String value, String limit, String remedy) {
        if (!fine) {
            throw new IllegalArgumentException(limit + ", but this is '" + printable(value) + "'; " + remedy);
        }
        return value;
    }

    static String printable(String value) {
        String shown = value.length() > SHOWN ? value.substring(0, SHOWN) + "..." : value;
        return shown.replaceAll("\\p{Cntrl}", "?");
    }
}
