package org.pagerace.load.http;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Collects one line that ends in CR LF, however the network cut it. Grows when a longer line comes, and stays so. */
final class LineBuffer {
    private static final int FIRST_CAPACITY = 256;

    private byte[] bytes = new byte[FIRST_CAPACITY];
    private int length;
    private boolean carriageReturn;
    private MalformedResponse fault = MalformedResponse.NONE;

    /** Forgets the line. */
    void clear() {
        length = 0;
        carriageReturn = false;
        fault = MalformedResponse.NONE;
    }

    /**
     * Takes bytes up to the next line end; {@link #fault} may be set afterwards.
     *
     * @param limit the longest line, without its end
     * @return whether the line is whole: then read it, then {@link #clear}
     */
    boolean take(ByteBuffer in, int limit) {
        int position = in.position();
        int end = in.limit();
        boolean whole = false;
        while (position < end && !whole && fault == MalformedResponse.NONE) {
            byte b = in.get(position++);
            if (b > '\r' && !carriageReturn) {
                append(b, limit);
            } else {
                whole = takeSpecial(b, limit);
            }
        }
        in.position(position);
        return whole;
    }

    /** RFC 9112 section 2.2: a bare CR is an error; a bare LF may be taken for a line end, and is not here. */
    private boolean takeSpecial(byte b, int limit) {
        if (carriageReturn) {
            if (b != '\n') {
                fault = MalformedResponse.BARE_CR;
            }
            return b == '\n';
        }
        switch (b) {
            case '\r' -> carriageReturn = true;
            case '\n' -> fault = MalformedResponse.BARE_LF;
            case 0 -> fault = MalformedResponse.NUL;
            default -> append(b, limit);
        }
        return false;
    }

    private void append(byte b, int limit) {
        if (length == limit) {
            fault = MalformedResponse.LINE_TOO_LONG;
            return;
        }
        if (length == bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * length);
        }
        bytes[length++] = b;
    }

    MalformedResponse fault() {
        return fault;
    }

    int length() {
        return length;
    }

    void copyTo(byte[] target, int from) {
        System.arraycopy(bytes, 0, target, from, length);
    }

    byte at(int index) {
        return bytes[index];
    }

    /** Returns the index of the first such byte from {@code from} on, or the line's length. */
    int indexOf(char wanted, int from) {
        int index = from;
        while (index < length && bytes[index] != wanted) {
            index++;
        }
        return index;
    }

    /** Whether {@code from} to {@code to} spells this lower-case word, in any case. */
    boolean spells(String lowerCase, int from, int to) {
        if (to - from != lowerCase.length()) {
            return false;
        }
        for (int i = from; i < to; i++) {
            int b = bytes[i];
            if ((b >= 'A' && b <= 'Z' ? b + ('a' - 'A') : b) != lowerCase.charAt(i - from)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the first index from {@code from} that holds no blank or tab, at most {@code to}. */
    int skipBlanks(int from, int to) {
        int index = from;
        while (index < to && isBlank(bytes[index])) {
            index++;
        }
        return index;
    }

    /** Returns the index behind the last byte before {@code to} that is no blank or tab, at least {@code from}. */
    int trimBlanks(int from, int to) {
        int index = to;
        while (index > from && isBlank(bytes[index - 1])) {
            index--;
        }
        return index;
    }

    static boolean isBlank(byte b) {
        return b == ' ' || b == '\t';
    }
}
