package org.pagerace.race;

import java.nio.charset.Charset;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.zip.CRC32C;
import org.pagerace.load.BodyCheck;
import org.pagerace.result.PageInfo;

/** What a stack answered for a page. */
final class Answer {
    static final int OK = 200;

    private static final int SHOWN_HASH = 16;

    private final String path;
    private final int status;
    private final byte[] body;

    /**
     * Creates an answer.
     *
     * @param path as asked for, with its query
     * @param status of HTTP
     * @param body without its transfer coding; must not be changed any more
     */
    Answer(String path, int status, byte[] body) {
        this.path = path;
        this.status = status;
        this.body = body;
    }

    String path() {
        return path;
    }

    int status() {
        return status;
    }

    int length() {
        return body.length;
    }

    String text(Charset charset) {
        return new String(body, charset);
    }

    /** Returns size and hash in words. */
    String describe() {
        return String.format(Locale.ROOT, "%,d bytes, SHA-256 %s…", body.length, sha256().substring(0, SHOWN_HASH));
    }

    /** Returns the index of the first byte in which the bodies differ, -1 if they are equal. */
    int mismatch(Answer other) {
        return Arrays.mismatch(body, other.body);
    }

    PageInfo.Body info() {
        return new PageInfo.Body(path, body.length, sha256());
    }

    /** Returns the check that lets only this very body pass. */
    BodyCheck check() {
        var crc = new CRC32C();
        crc.update(body);
        return new BodyCheck.Expect(body.length, crc.getValue());
    }

    String sha256() {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
