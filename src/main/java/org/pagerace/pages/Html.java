package org.pagerace.pages;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes a page as UTF-8 bytes, so that its length is known before the first byte is sent. For one thread.
 *
 * <p>Text is escaped like PHP's {@code htmlspecialchars} with ENT_QUOTES and ENT_SUBSTITUTE.
 */
final class Html {
    private static final byte[] AMP = bytes("&amp;");
    private static final byte[] LT = bytes("&lt;");
    private static final byte[] GT = bytes("&gt;");
    private static final byte[] QUOT = bytes("&quot;");
    private static final byte[] APOS = bytes("&#039;"); // not &apos;: the same bytes as PHP
    private static final byte[] REPLACEMENT = bytes("\uFFFD");
    private static final int MOST_BYTES_PER_CHAR = 6; // &quot;

    private byte[] buffer;
    private int length;

    Html(int expectedBytes) {
        buffer = new byte[expectedBytes];
    }

    /** Encodes a constant once. */
    static byte[] bytes(String markup) {
        return markup.getBytes(StandardCharsets.UTF_8);
    }

    /** Appends markup as it is. */
    Html raw(byte[] markup) {
        ensure(markup.length);
        System.arraycopy(markup, 0, buffer, length, markup.length);
        length += markup.length;
        return this;
    }

    /** Appends escaped text; null is the empty text, as PHP prints NULL. */
    Html text(String text) {
        if (text == null) {
            return this;
        }
        int count = text.length();
        ensure(count * MOST_BYTES_PER_CHAR);
        for (int i = plainStart(text); i < count; i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                ascii(c);
            } else if (c < 0x800) {
                put(0xC0 | (c >> 6)).continuation(c);
            } else if (!Character.isSurrogate(c)) {
                put(0xE0 | (c >> 12)).continuation(c >> 6).continuation(c);
            } else if (Character.isHighSurrogate(c) && i + 1 < count && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
                int point = Character.toCodePoint(c, text.charAt(i));
                put(0xF0 | (point >> 18))
                        .continuation(point >> 12)
                        .continuation(point >> 6)
                        .continuation(point);
            } else {
                raw(REPLACEMENT); // half a surrogate pair has no UTF-8 form
            }
        }
        return this;
    }

    /** Appends the characters before the first that is not plain ASCII, and returns how many: mostly all. */
    private int plainStart(String text) {
        byte[] to = buffer; // in locals: half the time of the loop above
        int at = length;
        int i = 0;
        while (i < text.length() && isPlain(text.charAt(i))) {
            to[at++] = (byte) text.charAt(i++);
        }
        length = at;
        return i;
    }

    private static boolean isPlain(char c) {
        return c < 0x80 && c != '&' && c != '<' && c != '>' && c != '"' && c != '\'';
    }

    Html number(long number) {
        return text(Long.toString(number));
    }

    private void ascii(char c) {
        switch (c) {
            case '&' -> raw(AMP);
            case '<' -> raw(LT);
            case '>' -> raw(GT);
            case '"' -> raw(QUOT);
            case '\'' -> raw(APOS);
            default -> put(c);
        }
    }

    private Html put(int b) {
        buffer[length++] = (byte) b;
        return this;
    }

    /** Appends the lowest six bits as UTF-8 does after the first byte. */
    private Html continuation(int bits) {
        return put(0x80 | (bits & 0x3F));
    }

    private void ensure(int more) {
        if (buffer.length - length < more) {
            buffer = Arrays.copyOf(buffer, Math.max(2 * buffer.length, length + more));
        }
    }

    int length() {
        return length;
    }

    void writeTo(OutputStream out) throws IOException {
        out.write(buffer, 0, length);
    }

    byte[] toByteArray() {
        return Arrays.copyOf(buffer, length);
    }
}
