package org.pagerace.load.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks that bytes given by somebody are exactly one request, so that none can smuggle a second one onto the wire. */
final class RawRequest {
    /** The target is a path, an absolute URL for a proxy, or the asterisk of OPTIONS (RFC 9112 section 3.2). */
    private static final Pattern REQUEST_LINE =
            Pattern.compile("([A-Z]+) (?:/[!-~&&[^#]]*|https?://[!-~&&[^#]]+|\\*) HTTP/1\\.[01]");
    /** HTTP/0.9 has GET alone; webbench writes the same line with any method. */
    private static final Pattern SIMPLE_LINE = Pattern.compile("([A-Z]+) (?:/[!-~&&[^#]]*|http://[!-~&&[^#]]+)");

    private final String text; // one character for each byte
    private long contentLength = -1; // none yet

    private RawRequest(byte[] bytes) {
        this.text = new String(bytes, ISO_8859_1);
    }

    static RequestTemplate check(byte[] bytes) {
        var raw = new RawRequest(bytes);
        int lineEnd = raw.text.indexOf("\r\n");
        String line = lineEnd < 0 ? raw.text : raw.text.substring(0, lineEnd);
        Matcher simple = SIMPLE_LINE.matcher(line);
        if (simple.matches() && bytes.length == lineEnd + 2) {
            return RequestTemplate.checked(Grammar.method(simple.group(1)), true, bytes);
        }
        Matcher full = REQUEST_LINE.matcher(line);
        if (lineEnd < 0 || !full.matches()) {
            throw refused("its first line is '" + Grammar.printable(line) + "'; write METHOD, target and HTTP/1.x");
        }
        String method = Grammar.method(full.group(1));
        raw.checkHeadersAndBody(lineEnd + 2);
        return RequestTemplate.checked(method, false, bytes);
    }

    private void checkHeadersAndBody(int start) {
        int from = start;
        int end = text.indexOf("\r\n", from);
        while (end > from) {
            checkHeader(text.substring(from, end));
            from = end + 2;
            end = text.indexOf("\r\n", from);
        }
        if (end < 0) {
            throw refused("no empty line ends its head; add one");
        }
        long body = text.length() - (end + 2L);
        if (body != Math.max(0, contentLength)) {
            throw refused("its body has " + body + " bytes, but Content-Length says "
                    + (contentLength < 0 ? "nothing" : contentLength)
                    + "; make them agree");
        }
    }

    private void checkHeader(String line) {
        int colon = line.indexOf(':');
        if (colon <= 0 || !line.substring(0, colon).chars().allMatch(Grammar::isTokenByte)) {
            throw refused("a header line is '" + Grammar.printable(line) + "'; write 'Name: value'");
        }
        String value = Grammar.headerValue(line.substring(colon + 1)).strip();
        String name = line.substring(0, colon);
        if (name.equalsIgnoreCase("transfer-encoding")) {
            throw refused("it has a Transfer-Encoding; give its body with Content-Length");
        }
        if (name.equalsIgnoreCase("content-length")) {
            if (contentLength >= 0 || !value.matches("\\d{1,9}")) {
                throw refused("Content-Length is '" + Grammar.printable(value) + "'; write one decimal number");
            }
            contentLength = Long.parseLong(value);
        }
    }

    private static IllegalArgumentException refused(String why) {
        return new IllegalArgumentException("this is not one request: " + why);
    }
}
