package org.pagerace.pages;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;

/** The one fixed body per status. Nothing of the request, the failure or the software is ever in it. */
final class ErrorBody {
    private static final System.Logger LOG = System.getLogger(ErrorBody.class.getName());

    static final String ALLOWED = "GET, HEAD";

    private ErrorBody() {}

    private static String phrase(int status) {
        return switch (status) {
            case 400 -> "bad request";
            case 403 -> "forbidden";
            case 404 -> "not found";
            case 405 -> "method not allowed";
            case 408 -> "request timeout";
            case 413 -> "content too large";
            case 414 -> "address too long";
            case 416 -> "range not satisfiable";
            case 431 -> "headers too large";
            case 503 -> "busy";
            default -> status < 500 ? "not possible" : "error";
        };
    }

    /** Answers with the status and its body; to HEAD with the same headers only. */
    static void send(HttpServletResponse response, int status, boolean head) throws IOException {
        send(response, status, phrase(status), head);
    }

    /** As above, with another phrase than the status' usual one: a fixed one too. */
    static void send(HttpServletResponse response, int status, String phrase, boolean head) throws IOException {
        if (status == HttpServletResponse.SC_METHOD_NOT_ALLOWED) {
            response.setHeader("Allow", ALLOWED); // always right, if not always all; RFC 9110 wants it with a 405
        }
        write(response, status, phrase, head);
    }

    /** Answers 405 with the methods that are allowed. */
    static void sendNotAllowed(HttpServletResponse response, String allowed) throws IOException {
        response.setHeader("Allow", allowed);
        write(
                response,
                HttpServletResponse.SC_METHOD_NOT_ALLOWED,
                phrase(HttpServletResponse.SC_METHOD_NOT_ALLOWED),
                false);
    }

    private static void write(HttpServletResponse response, int status, String phrase, boolean head)
            throws IOException {
        byte[] body = (status + " " + phrase + "\n").getBytes(StandardCharsets.US_ASCII);
        response.setStatus(status);
        response.setContentType("text/plain; charset=UTF-8");
        response.setContentLength(body.length);
        if (!head) {
            response.getOutputStream().write(body);
        }
    }

    /** Logs a failure once, under an id that the answer carries too, and returns nothing of it to the client. */
    static void logged(HttpServletResponse response, Throwable failure) {
        String id = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
        LOG.log(Level.ERROR, "error " + id, failure);
        response.setHeader("X-Error-Id", id);
    }
}
