package org.pagerace.report;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;

/** Writes well-formed markup: every value is escaped, every opened element is closed. For one thread. */
final class Html {
    /** After these no line ends: a blank could show. */
    private static final Set<String> INLINE = Set.of("a", "b", "code", "small", "span", "strong", "text", "time");

    private final StringBuilder out = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();

    /** Returns the parts as one word that may be an id; where text from outside makes two alike, a link misses its target. */
    static String id(String... parts) {
        return String.join("-", parts).replaceAll("[^A-Za-z0-9_.-]", "_");
    }

    /** Opens an element; {@code attributes} are names and values in turn. */
    Html open(String tag, String... attributes) {
        start(tag, attributes);
        out.append('>');
        open.push(tag);
        return this;
    }

    /** Writes an element without content. */
    Html empty(String tag, String... attributes) {
        start(tag, attributes);
        out.append("/>");
        return this;
    }

    Html text(String text) {
        escape(text);
        return this;
    }

    /** Writes an element with nothing but text in it. */
    Html element(String tag, String text, String... attributes) {
        return open(tag, attributes).text(text).close();
    }

    /** Closes the element opened last. */
    Html close() {
        String tag = open.pop();
        out.append("</").append(tag).append('>');
        if (!INLINE.contains(tag)) {
            out.append('\n');
        }
        return this;
    }

    /** Returns the markup; every element must be closed. */
    String render() {
        if (!open.isEmpty()) {
            throw new IllegalStateException("not closed: " + open);
        }
        return out.toString();
    }

    private void start(String tag, String... attributes) {
        if (attributes.length % 2 != 0) {
            throw new IllegalArgumentException("attribute without value in " + tag);
        }
        out.append('<').append(tag);
        for (int i = 0; i < attributes.length; i += 2) {
            out.append(' ').append(attributes[i]).append("=\"");
            escape(attributes[i + 1]);
            out.append('"');
        }
    }

    /** Characters that XML forbids are replaced too, so that hostile output of a server cannot break the page. */
    private void escape(String text) {
        text.codePoints().forEach(c -> {
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                case '{' -> out.append("&#123;"); // placeholders of the template begin with it
                default -> out.appendCodePoint(allowed(c) ? c : '\uFFFD');
            }
        });
    }

    private static boolean allowed(int c) {
        return c == '\t' || c == '\n' || (c >= 0x20 && c < 0xD800) || (c > 0xDFFF && c < 0xFFFE) || c > 0xFFFF;
    }
}
