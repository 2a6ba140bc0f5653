package org.pagerace.load.compat;

import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What weighttp 0.5 was asked for.
 *
 * @param run what both generations know; its headers are those of {@code -H}
 * @param url as given
 * @param pipeline requests under way on a connection
 * @param bufferBytes of the sockets, 0 for the system's
 * @param sources local addresses
 * @param seconds after which to stop, 0 for never
 * @param cutOffSeconds younger requests are forgotten at such an end
 * @param request what goes into it beside that
 * @param output how the result is shown
 */
record Weighttp5Options(
        WeighttpOptions run,
        String url,
        int pipeline,
        int bufferBytes,
        List<InetAddress> sources,
        boolean fastOpen,
        Optional<String> proxy,
        int seconds,
        int cutOffSeconds,
        Request request,
        Output output) {

    private static final int HTTP_PORT = 80;

    /**
     * The parts of the request that only this version knows.
     *
     * @param authorization user and password, as the next
     */
    record Request(
            String method,
            Optional<byte[]> body,
            Optional<String> contentType,
            List<String> cookies,
            Optional<String> authorization,
            Optional<String> proxyAuthorization) {}

    /**
     * How the result is shown.
     *
     * @param brief whether only minimum, median and maximum of the times are
     * @param doubts whether standard deviations may be warned of
     * @param csvFile a hyphen for standard output
     */
    record Output(boolean quiet, boolean brief, boolean doubts, Optional<String> csvFile) {}

    /** Whether the proxy is a unix socket, known by its slash. */
    boolean hasUnixSocket() {
        return proxy.isPresent() && proxy.get().startsWith("/");
    }

    /** Returns the request, byte for byte. */
    byte[] bytes() {
        var head = new StringBuilder(request.method())
                .append(' ')
                .append(proxy.isPresent() && !hasUnixSocket() ? url : run.path())
                .append(" HTTP/1.1\r\n");
        line(head, header("Host").orElse("Host: " + run.host() + (run.port() == HTTP_PORT ? "" : ":" + run.port())));
        if (!run.keepAlive()) {
            line(head, "Connection: close");
        }
        request.body().ifPresent(body -> describe(head, body.length));
        run.headers().stream().filter(header -> !isNamed(header, "Host")).forEach(header -> line(head, header));
        request.authorization().ifPresent(user -> line(head, "Authorization: Basic " + base64(user)));
        request.proxyAuthorization().ifPresent(user -> line(head, "Proxy-Authorization: Basic " + base64(user)));
        if (header("User-Agent").isEmpty()) {
            line(head, "User-Agent: weighttp/0.5");
        }
        request.cookies().forEach(cookie -> line(head, "Cookie: " + cookie));
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes(head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
        request.body().ifPresent(bytes::writeBytes);
        return bytes.toByteArray();
    }

    private void describe(StringBuilder head, int length) {
        if (header("Content-Length").isEmpty()) {
            line(head, "Content-Length: " + length);
        }
        if (request.contentType().isPresent() || header("Content-Type").isEmpty()) {
            line(head, "Content-Type: " + request.contentType().orElse("text/plain"));
        }
    }

    private Optional<String> header(String name) {
        return run.headers().stream().filter(header -> isNamed(header, name)).findFirst();
    }

    static boolean isNamed(String header, String name) {
        return header.toLowerCase(Locale.ROOT).startsWith(name.toLowerCase(Locale.ROOT) + ":");
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static void line(StringBuilder head, String text) {
        head.append(text).append("\r\n");
    }
}
