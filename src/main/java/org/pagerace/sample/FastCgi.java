package org.pagerace.sample;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** As much of FastCGI 1.0 as one request without a body needs, of a client that closes after each. */
final class FastCgi {
    private static final byte VERSION = 1;
    private static final byte BEGIN_REQUEST = 1;
    private static final byte END_REQUEST = 3;
    private static final byte PARAMS = 4;
    private static final byte STDIN = 5;
    private static final byte STDOUT = 6;
    private static final byte[] RESPONDER = {0, 1, 0, 0, 0, 0, 0, 0}; // no flag: the server closes at the end
    private static final int HEADER = 8;
    private static final int LONG_LENGTH = 0x80;
    private static final int REQUEST_ID = 1;

    private FastCgi() {}

    /** Returns the bytes of a GET of a script with a query. */
    static byte[] get(String script, String query) {
        var request = new ByteArrayOutputStream();
        record(request, BEGIN_REQUEST, RESPONDER);
        var params = new ByteArrayOutputStream();
        Map.of(
                        "REQUEST_METHOD",
                        "GET",
                        "SCRIPT_NAME",
                        script,
                        "SCRIPT_FILENAME",
                        script,
                        "REQUEST_URI",
                        script,
                        "QUERY_STRING",
                        query,
                        "SERVER_PROTOCOL",
                        "HTTP/1.1")
                .forEach((name, value) -> param(params, name, value));
        record(request, PARAMS, params.toByteArray());
        record(request, PARAMS, new byte[0]);
        record(request, STDIN, new byte[0]);
        return request.toByteArray();
    }

    private static void record(ByteArrayOutputStream to, byte type, byte[] content) {
        if (content.length > 0xFFFF) {
            throw new IllegalArgumentException("a record holds 65535 bytes at most, but these are " + content.length);
        }
        to.write(VERSION);
        to.write(type);
        to.write(0);
        to.write(REQUEST_ID);
        to.write(content.length >> 8);
        to.write(content.length);
        to.write(0); // padding
        to.write(0);
        to.writeBytes(content);
    }

    private static void param(ByteArrayOutputStream to, String name, String value) {
        byte[] nameBytes = name.getBytes(StandardCharsets.ISO_8859_1);
        byte[] valueBytes = value.getBytes(StandardCharsets.ISO_8859_1);
        length(to, nameBytes.length);
        length(to, valueBytes.length);
        to.writeBytes(nameBytes);
        to.writeBytes(valueBytes);
    }

    private static void length(ByteArrayOutputStream to, int length) {
        if (length >= LONG_LENGTH) {
            to.writeBytes(ByteBuffer.allocate(4).putInt(length | 0x8000_0000).array());
        } else {
            to.write(length);
        }
    }

    /**
     * Returns the body that the records of an answer carry.
     *
     * @throws IOException if they are none, or end before the request has ended
     */
    static String body(byte[] answer) throws IOException {
        var out = new ByteArrayOutputStream();
        int at = 0;
        while (at + HEADER <= answer.length) {
            if (answer[at] != VERSION) {
                throw new IOException("the answer is no FastCGI of version 1");
            }
            int length = (answer[at + 4] & 0xFF) << 8 | (answer[at + 5] & 0xFF);
            int padding = answer[at + 6] & 0xFF;
            if (at + HEADER + length + padding > answer.length) {
                break;
            }
            if (answer[at + 1] == STDOUT) {
                out.write(answer, at + HEADER, length);
            } else if (answer[at + 1] == END_REQUEST) {
                return HttpText.cgiBody(out.toString(StandardCharsets.ISO_8859_1));
            }
            at += HEADER + length + padding;
        }
        throw new IOException("the FastCGI answer ends too soon");
    }
}
