package org.pagerace.calibrate;

import java.nio.charset.StandardCharsets;

/**
 * Finds the end of requests in what a connection brings, in whatever pieces, and what of them decides the answer: no more,
 * so wrong requests are answered too. Allocates nothing. For one thread.
 */
final class RequestScanner {
    private static final byte[] CONNECTION = "connection:".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] LENGTH = "content-length:".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] CLOSE = "close".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] KEEP_ALIVE = "keep-alive".getBytes(StandardCharsets.US_ASCII);
    private static final int LONGEST_LINE = 64; // of which more than its begin matters
    private static final int LONGEST_NUMBER = 15;

    /** Where in a request it is. */
    private enum State {
        /** The begin of a request; ends with any byte that ends no line. */
        START,
        /** The request line; ends with its end. */
        REQUEST_LINE,
        /** The begin of a header line; ends with its first byte. */
        LINE_START,
        /** A header line that may matter; ends with its end. */
        LINE,
        /** A header line that does not matter; ends with its end. */
        OTHER_LINE,
        /** The body; ends with its last byte. */
        BODY
    }

    private final byte[] line = new byte[LONGEST_LINE]; // in lower case
    private State state = State.START;
    private int length; // of the line so far, at most LONGEST_LINE
    private byte last; // byte of the request line, line ends left out
    private boolean head;
    private boolean http11;
    private boolean keepAlive;
    private long bodyBytes;

    /** Returns the index after the end of the first request in {@code bytes}, or -1 if it does not end there. */
    int scan(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to) {
            if (state == State.BODY) {
                long part = Math.min(bodyBytes, to - at);
                bodyBytes -= part;
                at += (int) part;
                if (bodyBytes == 0) {
                    state = State.START;
                    return at;
                }
            } else if (isEnd(bytes[at++])) {
                if (bodyBytes == 0) {
                    state = State.START;
                    return at;
                }
                state = State.BODY;
            }
        }
        return -1;
    }

    /** Takes a byte before the body; returns whether it is the last one. */
    private boolean isEnd(byte next) {
        switch (state) {
            case START -> {
                if (next != '\r' && next != '\n') { // RFC 9112 section 2.2: an empty line before it is none
                    begin(next);
                }
            }
            case REQUEST_LINE -> {
                if (next == '\n') {
                    http11 = last == '1';
                    keepAlive = http11;
                    state = State.LINE_START;
                } else if (next != '\r') {
                    last = next;
                }
            }
            case LINE_START -> {
                if (next == '\n') {
                    return true;
                }
                if (next != '\r') {
                    length = 0;
                    state = (next | 0x20) == 'c' ? State.LINE : State.OTHER_LINE;
                    keep(next);
                }
            }
            case LINE -> {
                if (next == '\n') {
                    onLine();
                    state = State.LINE_START;
                } else {
                    keep(next);
                }
            }
            default -> {
                if (next == '\n') {
                    state = State.LINE_START;
                }
            }
        }
        return false;
    }

    private void begin(byte first) {
        head = first == 'H';
        last = first;
        bodyBytes = 0;
        state = State.REQUEST_LINE;
    }

    private void keep(byte next) {
        if (length < LONGEST_LINE) {
            line[length++] = next >= 'A' && next <= 'Z' ? (byte) (next | 0x20) : next;
        }
    }

    private void onLine() {
        if (startsWith(CONNECTION)) {
            if (holds(CLOSE, CONNECTION.length)) {
                keepAlive = false;
            } else if (holds(KEEP_ALIVE, CONNECTION.length)) {
                keepAlive = true;
            }
        } else if (startsWith(LENGTH)) {
            bodyBytes = 0;
            int digits = 0;
            for (int i = LENGTH.length; i < length && digits < LONGEST_NUMBER; i++) {
                if (line[i] >= '0' && line[i] <= '9') {
                    bodyBytes = 10 * bodyBytes + line[i] - '0';
                    digits++;
                }
            }
        }
    }

    private boolean startsWith(byte[] words) {
        return length >= words.length && isAt(words, 0);
    }

    private boolean holds(byte[] words, int from) {
        for (int at = from; at + words.length <= length; at++) {
            if (isAt(words, at)) {
                return true;
            }
        }
        return false;
    }

    private boolean isAt(byte[] words, int at) {
        for (int i = 0; i < words.length; i++) {
            if (line[at + i] != words[i]) {
                return false;
            }
        }
        return true;
    }

    /** Whether the last request wants no body: its method begins with H. */
    boolean head() {
        return head;
    }

    /** Whether the last request is of HTTP/1.1, or at least ends like one. */
    boolean http11() {
        return http11;
    }

    /** Whether the connection of the last request stays. */
    boolean keepAlive() {
        return keepAlive;
    }
}
