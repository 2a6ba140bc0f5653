package org.pagerace.load;

import org.pagerace.load.http.Grammar;

/** The body of every request, with its type. Immutable. */
public final class Payload {
    /** A request is held in memory once for each thread. */
    private static final int LARGEST = 64 << 20;

    private final byte[] bytes;
    private final String contentType;

    private Payload(byte[] bytes, String contentType) {
        this.bytes = bytes;
        this.contentType = contentType;
    }

    /**
     * Copies the body.
     *
     * @param bytes 64 MiB at most
     * @param contentType the value of the header
     */
    public static Payload of(byte[] bytes, String contentType) {
        if (bytes.length > LARGEST) {
            throw new IllegalArgumentException(
                    "a request body has at most " + LARGEST + " bytes, but has " + bytes.length + "; check --body");
        }
        return new Payload(bytes.clone(), Grammar.headerValue(contentType));
    }

    public byte[] bytes() {
        return bytes.clone();
    }

    public String contentType() {
        return contentType;
    }
}
