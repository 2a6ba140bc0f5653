package org.pagerace.race;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/** The ways to ask for a page: they differ in how an answer may be framed and in whether its connection lasts. */
enum HttpForm {
    /** As ab does: the connection ends with the answer. */
    HTTP_1_0("1.0", "HTTP/1.0", ""),
    /** As ab -k does. */
    HTTP_1_0_KEPT("1.0 keep", "HTTP/1.0", "Connection: keep-alive\r\n"),
    /** As everybody else: the connection is kept unless somebody objects. */
    HTTP_1_1("1.1", "HTTP/1.1", ""),
    HTTP_1_1_CLOSE("1.1 close", "HTTP/1.1", "Connection: close\r\n");

    /** RFC 9110 section 8.6: their requests say so when they have none. */
    private static final Set<String> WITH_BODY = Set.of("POST", "PUT");

    private final String label;
    private final String version;
    private final String connection;

    HttpForm(String label, String version, String connection) {
        this.label = label;
        this.version = version;
        this.connection = connection;
    }

    /** Returns the name used in tables and results. */
    String label() {
        return label;
    }

    byte[] request(String method, URI target) {
        return request(method, target, "");
    }

    /** As above, with more header lines, each with its end. */
    byte[] request(String method, URI target, String lines) {
        String length = WITH_BODY.contains(method) ? "Content-Length: 0\r\n" : "";
        String head = method + " " + path(target) + " " + version + "\r\nHost: " + target.getRawAuthority()
                + "\r\nUser-Agent: pagerace\r\n" + lines + length + connection + "\r\n";
        return head.getBytes(StandardCharsets.ISO_8859_1);
    }

    static String path(URI target) {
        return target.getRawPath() + (target.getRawQuery() == null ? "" : "?" + target.getRawQuery());
    }
}
