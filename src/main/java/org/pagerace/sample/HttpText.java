package org.pagerace.sample;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** As much of HTTP as asking a status page needs. */
final class HttpText {
    private static final String OK = "200";
    private static final String CGI_STATUS = "Status: ";

    private HttpText() {}

    /** Returns the bytes of a GET after which the server closes. */
    static byte[] get(URI page) {
        String query = page.getRawQuery() == null ? "" : "?" + page.getRawQuery();
        String request = "GET " + page.getRawPath() + query + " HTTP/1.0\r\nHost: " + page.getRawAuthority()
                + "\r\nConnection: close\r\n\r\n";
        return request.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Returns the body of a whole answer of status 200. */
    static String body(byte[] answer) throws IOException {
        String text = new String(answer, StandardCharsets.ISO_8859_1);
        if (!text.matches("(?s)HTTP/1\\.[01] .*")) {
            throw new IOException("the answer is no HTTP");
        }
        return body(text, "HTTP/1.1 ".length());
    }

    /** As above, for what a CGI program answers: it leaves the status out for 200, and the version always. */
    static String cgiBody(String text) throws IOException {
        int status = text.indexOf(CGI_STATUS);
        return status < 0 || status > text.indexOf("\r\n\r\n")
                ? body(text, -1)
                : body(text, status + CGI_STATUS.length());
    }

    /** @param status where it stands; -1: nowhere */
    private static String body(String text, int status) throws IOException {
        int end = text.indexOf("\r\n\r\n");
        if (end < 0) {
            throw new IOException("the answer ends within its head");
        }
        if (status >= 0 && !text.startsWith(OK, status)) {
            throw new IOException("the answer has status " + text.substring(status, text.indexOf("\r\n", status)));
        }
        return text.substring(end + 4);
    }
}
