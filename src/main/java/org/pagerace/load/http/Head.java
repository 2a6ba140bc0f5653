package org.pagerace.load.http;

/** The few facts of a response's head that decide where its body ends and whether the connection persists. */
final class Head {
    static final int NO_LENGTH = -1;

    private static final int LONGEST_NUMBER = 18; // digits that surely fit a long
    private static final boolean[] TOKEN = new boolean[128];

    static {
        for (int c = 0; c < TOKEN.length; c++) {
            TOKEN[c] = Grammar.isTokenByte(c);
        }
    }

    private int minorVersion;
    private int status;
    private long contentLength;
    private boolean chunked;
    private boolean close;
    private boolean keepAlive;

    void clear() {
        minorVersion = 0;
        status = 0;
        contentLength = NO_LENGTH;
        chunked = false;
        close = false;
        keepAlive = false;
    }

    /** For an answer that has no head. */
    void assumeOk() {
        status = 200;
    }

    int status() {
        return status;
    }

    long contentLength() {
        return contentLength;
    }

    boolean isChunked() {
        return chunked;
    }

    /** RFC 9112 section 9.3: close wins; HTTP/1.1 persists; HTTP/1.0 persists if it says keep-alive. */
    boolean persists() {
        return !close && (minorVersion >= 1 || keepAlive);
    }

    /** Reads {@code HTTP/1.x nnn[ reason]}; the blank before an empty reason may be missing, as some servers do. */
    MalformedResponse onStatusLine(LineBuffer line) {
        int length = line.length();
        boolean fine = length >= 12
                && line.spells("http/1.", 0, 7)
                && line.at(0) == 'H' // the name is case-sensitive (section 2.3)
                && line.at(3) == 'P'
                && isDigit(line.at(7))
                && line.at(8) == ' '
                && line.at(9) >= '1'
                && isDigit(line.at(9))
                && isDigit(line.at(10))
                && isDigit(line.at(11))
                && (length == 12 || line.at(12) == ' ');
        if (!fine) {
            return MalformedResponse.STATUS_LINE;
        }
        minorVersion = line.at(7) - '0';
        status = (line.at(9) - '0') * 100 + (line.at(10) - '0') * 10 + line.at(11) - '0';
        return MalformedResponse.NONE;
    }

    /** Reads a header line that is not empty. */
    MalformedResponse onHeaderLine(LineBuffer line) {
        int colon = endOfName(line);
        if (colon <= 0) {
            return LineBuffer.isBlank(line.at(0)) ? MalformedResponse.FOLDED_HEADER : MalformedResponse.HEADER_LINE;
        }
        int from = line.skipBlanks(colon + 1, line.length());
        int to = line.trimBlanks(from, line.length());
        if (line.spells("content-length", 0, colon)) {
            return onContentLength(line, from, to);
        }
        if (line.spells("transfer-encoding", 0, colon)) {
            return onTransferEncoding(line, from, to);
        }
        if (line.spells("connection", 0, colon)) {
            onConnection(line, from, to);
        }
        return MalformedResponse.NONE;
    }

    /** Whether a trailer line is well-formed; what it says does not matter (RFC 9110 section 6.5.1). */
    static boolean isFieldLine(LineBuffer line) {
        return endOfName(line) > 0;
    }

    /** Returns the index of the colon, 0 or less if the line does not begin with a token and a colon. */
    private static int endOfName(LineBuffer line) {
        int index = 0;
        while (index < line.length() && line.at(index) >= 0 && TOKEN[line.at(index)]) {
            index++;
        }
        return index < line.length() && line.at(index) == ':' ? index : -1;
    }

    /** RFC 9112 section 6.3: a list of equal values is one value; anything else is an unrecoverable error. */
    private MalformedResponse onContentLength(LineBuffer line, int from, int to) {
        int start = from;
        while (start <= to) {
            int comma = Math.min(line.indexOf(',', start), to);
            long value = number(line, line.skipBlanks(start, comma), line.trimBlanks(start, comma));
            if (value < 0 || (contentLength != NO_LENGTH && contentLength != value)) {
                return MalformedResponse.CONTENT_LENGTH;
            }
            contentLength = value;
            start = comma + 1;
        }
        return MalformedResponse.NONE;
    }

    private static long number(LineBuffer line, int from, int to) {
        if (from >= to || to - from > LONGEST_NUMBER) {
            return -1;
        }
        long value = 0;
        for (int i = from; i < to; i++) {
            if (!isDigit(line.at(i))) {
                return -1;
            }
            value = value * 10 + line.at(i) - '0';
        }
        return value;
    }

    /** Other codings were not asked for, and HTTP/1.0 has none (RFC 9112 section 6.1). */
    private MalformedResponse onTransferEncoding(LineBuffer line, int from, int to) {
        if (chunked || minorVersion == 0 || !line.spells("chunked", from, to)) {
            return MalformedResponse.TRANSFER_ENCODING;
        }
        chunked = true;
        return MalformedResponse.NONE;
    }

    private void onConnection(LineBuffer line, int from, int to) {
        int start = from;
        while (start <= to) {
            int comma = Math.min(line.indexOf(',', start), to);
            int first = line.skipBlanks(start, comma);
            int last = line.trimBlanks(first, comma);
            close |= line.spells("close", first, last);
            keepAlive |= line.spells("keep-alive", first, last);
            start = comma + 1;
        }
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }
}
