package org.pagerace.race;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads answers of HTTP/1.x and keeps what a client usually hides: the framing and the headers as they were sent. Bodies
 * and heads are limited; whatever is no valid answer is an {@link IOException} that says what is wrong. For one thread.
 */
final class AnswerReader {
    /** Far above every page of ours; a stack that sends more is broken. */
    static final int LARGEST_BODY = 16 << 20;

    private static final int LONGEST_HEAD = 64 << 10;
    private static final int LONGEST_CHUNK_LINE = 1 << 10;
    private static final int SHOWN = 60;
    private static final int END = -1;
    private static final Pattern STATUS_LINE = Pattern.compile("(HTTP/1\\.\\d) (\\d{3})(?: .*)?");
    private static final int MOST_INTERIM = 10;
    private static final int SWITCHING = 101; // the last of its connection that is HTTP, so no interim one
    private static final Pattern LENGTH = Pattern.compile("\\d{1,9}");
    private static final Pattern CHUNK_SIZE = Pattern.compile("0{0,50}([0-9A-Fa-f]{1,7})[ \\t]*(;.*)?");

    private final InputStream in;

    AnswerReader(InputStream in) {
        this.in = new BufferedInputStream(in, 1 << 16);
    }

    /**
     * Reads one answer with its whole body, after the interim ones there may be (RFC 9110 section 15.2).
     *
     * @param method of the request: the answer to HEAD has no body
     * @param path for {@link Answer#path}
     */
    WireAnswer read(String method, String path) throws IOException {
        for (int i = 0; i <= MOST_INTERIM; i++) {
            WireAnswer exchange = readOne(method, path);
            int code = exchange.answer().status();
            if (code >= 200 || code == SWITCHING) {
                return exchange;
            }
        }
        throw new IOException("it sends more than " + MOST_INTERIM + " interim answers");
    }

    private WireAnswer readOne(String method, String path) throws IOException {
        String statusLine = line(LONGEST_HEAD);
        Matcher status = STATUS_LINE.matcher(statusLine);
        if (!status.matches()) {
            throw new IOException("it sends no answer of HTTP/1 but '" + shortened(statusLine) + "'");
        }
        String version = status.group(1);
        int code = Integer.parseInt(status.group(2));
        Map<String, String> headers = headers();
        Framing framing = framing(method, version, code, headers);
        byte[] body = switch (framing) {
            case SIZED -> exactly(Integer.parseInt(headers.get("Content-Length")), LARGEST_BODY);
            case CHUNKED -> chunks();
            case CLOSE -> untilClose();
            case NONE -> new byte[0];
        };
        boolean persistent = framing != Framing.CLOSE && persists(version, headers.getOrDefault("Connection", ""));
        return new WireAnswer(version, headers, framing, persistent, false, new Answer(path, code, body));
    }

    /** Whether the server has closed the connection in order; it blocks until it has or sends a byte, and takes none. */
    boolean isAtEnd() throws IOException {
        in.mark(1);
        boolean end = in.read() == END;
        in.reset();
        return end;
    }

    /** Whether bytes have come that no answer read so far had to do with; never blocks. */
    boolean hasMore() throws IOException {
        return in.available() > 0;
    }

    private Map<String, String> headers() throws IOException {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        int left = LONGEST_HEAD;
        for (String line = line(left); !line.isEmpty(); line = line(left)) {
            left -= line.length();
            int colon = line.indexOf(':');
            if (colon < 1) {
                throw new IOException("a line of its head is no header: '" + line + "'");
            }
            headers.merge(line.substring(0, colon), line.substring(colon + 1).strip(), (a, b) -> a + ", " + b);
        }
        return headers;
    }

    private static Framing framing(String method, String version, int code, Map<String, String> headers)
            throws IOException {
        String coding = headers.get("Transfer-Encoding");
        String length = headers.get("Content-Length");
        if (coding != null && (length != null || version.equals("HTTP/1.0") || !coding.equalsIgnoreCase("chunked"))) {
            throw new IOException("Transfer-Encoding '" + coding + "' where it must not be, in " + version
                    + (length == null ? "" : " beside a Content-Length"));
        }
        if (length != null && !LENGTH.matcher(length).matches()) {
            throw new IOException("Content-Length is '" + length + "'");
        }
        if (method.equals("HEAD") || code < 200 || code == 204 || code == 304) {
            return Framing.NONE;
        }
        return coding != null ? Framing.CHUNKED : length != null ? Framing.SIZED : Framing.CLOSE;
    }

    /** RFC 9112 section 9.3. */
    private static boolean persists(String version, String connection) {
        String options = "," + connection.toLowerCase(Locale.ROOT).replace(" ", "") + ",";
        return !options.contains(",close,") && (!version.equals("HTTP/1.0") || options.contains(",keep-alive,"));
    }

    private byte[] exactly(int length, int most) throws IOException {
        if (length > most) {
            throw tooLong();
        }
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new IOException("its body ends after " + bytes.length + " of " + length + " bytes");
        }
        return bytes;
    }

    private byte[] chunks() throws IOException {
        var body = new ByteArrayOutputStream();
        while (true) {
            String line = line(LONGEST_CHUNK_LINE);
            Matcher size = CHUNK_SIZE.matcher(line);
            if (!size.matches()) {
                throw new IOException("the size of a chunk is '" + line + "'");
            }
            int length = Integer.parseInt(size.group(1), 16);
            if (length == 0) {
                headers(); // trailers: nobody needs them
                return body.toByteArray();
            }
            body.writeBytes(exactly(length, LARGEST_BODY - body.size()));
            if (!line(LONGEST_CHUNK_LINE).isEmpty()) {
                throw new IOException("a chunk does not end where its size says");
            }
        }
    }

    private byte[] untilClose() throws IOException {
        byte[] bytes = in.readNBytes(LARGEST_BODY + 1);
        if (bytes.length > LARGEST_BODY) {
            throw tooLong();
        }
        return bytes;
    }

    private static IOException tooLong() {
        return new IOException("the body has more than " + LARGEST_BODY + " bytes");
    }

    private String line(int most) throws IOException {
        var line = new ByteArrayOutputStream();
        int next = in.read();
        while (next != '\n') {
            if (next == END) {
                throw new EOFException("the connection ends within the head of the answer");
            }
            if (line.size() == most) {
                throw new IOException("a line of its head has more than " + most + " bytes");
            }
            line.write(next);
            next = in.read();
        }
        String text = line.toString(StandardCharsets.ISO_8859_1);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }

    private static String shortened(String line) {
        return line.length() > SHOWN ? line.substring(0, SHOWN) + "…" : line;
    }
}
