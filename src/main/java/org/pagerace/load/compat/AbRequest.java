package org.pagerace.load.compat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** ab's request, byte for byte. */
final class AbRequest {
    private static final int MOST_HEAD_BYTES = 8192;

    private AbRequest() {}

    /** Returns head and body. */
    static byte[] bytes(AbOptions options) throws EarlyExit {
        byte[] head = head(options).getBytes(StandardCharsets.ISO_8859_1);
        if (head.length > MOST_HEAD_BYTES) {
            throw new EarlyExit("", "Request too long\n\n", 1);
        }
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes(head);
        options.body().ifPresent(bytes::writeBytes);
        return bytes.toByteArray();
    }

    /** Returns the head with its empty line. */
    static String head(AbOptions options) {
        AbUrl url = options.url();
        var head = new StringBuilder(options.method())
                .append(' ')
                .append(options.proxy().isPresent() ? url.text() : url.path())
                .append(" HTTP/1.0\r\n");
        if (options.keepAlive()) {
            head.append("Connection: Keep-Alive\r\n");
        }
        options.cookie().ifPresent(cookie -> line(head, "Cookie: " + cookie));
        options.authorization().ifPresent(value -> line(head, "Authorization: " + value));
        options.proxyAuthorization().ifPresent(value -> line(head, "Proxy-Authorization: " + value));
        options.body().ifPresent(body -> {
            line(head, "Content-length: " + body.length);
            line(head, "Content-type: " + options.contentType());
        });
        options.headers().forEach(header -> line(head, header));
        unlessReplaced(options, head, "Host: " + url.hostHeader());
        unlessReplaced(options, head, "User-Agent: ApacheBench/2.3");
        unlessReplaced(options, head, "Accept: */*");
        return head.append("\r\n").toString();
    }

    private static void unlessReplaced(AbOptions options, StringBuilder head, String line) {
        String name = line.substring(0, line.indexOf(':') + 1).toLowerCase(Locale.ROOT);
        boolean replaced = options.headers().stream()
                .anyMatch(header -> header.toLowerCase(Locale.ROOT).startsWith(name));
        if (!replaced) {
            line(head, line);
        }
    }

    private static void line(StringBuilder head, String text) {
        head.append(text).append("\r\n");
    }
}
