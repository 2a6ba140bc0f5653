package org.pagerace.load.http;

import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The bytes of a request, made once for a whole run. Immutable. */
public final class RequestTemplate {
    private static final int DEFAULT_PORT = 80;
    private static final Set<String> METHODS_WITH_BODY = Set.of("POST", "PUT", "PATCH");
    private static final Set<String> SAFE_METHODS = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

    private final String method;
    private final byte[] bytes;

    private RequestTemplate(String method, byte[] bytes) {
        this.method = method;
        this.bytes = bytes;
    }

    /**
     * Renders the request.
     *
     * @param version {@code HTTP/1.0} or {@code HTTP/1.1}
     * @param headerLines each {@code Name: value}, checked by {@link Grammar}; one of them may replace our User-Agent
     */
    public static RequestTemplate of(
            String method, URI target, String version, boolean keepAlive, List<String> headerLines) {
        var text = new StringBuilder();
        line(text, Grammar.method(method) + " " + path(target) + " " + version);
        line(text, "Host: " + host(target));
        if (headerLines.stream().noneMatch(line -> line.toLowerCase(Locale.ROOT).startsWith("user-agent:"))) {
            line(text, "User-Agent: pagerace");
        }
        headerLines.forEach(header -> line(text, header));
        if (METHODS_WITH_BODY.contains(method)) {
            line(text, "Content-Length: 0"); // RFC 9110 section 8.6: say so where a body would have a meaning
        }
        boolean persistsByDefault = version.equals("HTTP/1.1"); // RFC 9112 section 9.3
        if (keepAlive != persistsByDefault) {
            line(text, keepAlive ? "Connection: keep-alive" : "Connection: close");
        }
        line(text, "");
        return new RequestTemplate(method, text.toString().getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Returns path and query as they go onto the wire, checked. */
    public static String path(URI target) {
        String path = target.getRawPath() == null || target.getRawPath().isEmpty() ? "/" : target.getRawPath();
        return Grammar.path(target.getRawQuery() == null ? path : path + "?" + target.getRawQuery());
    }

    private static String host(URI target) {
        int port = target.getPort();
        return port == -1 || port == DEFAULT_PORT ? target.getHost() : target.getHost() + ":" + port;
    }

    private static void line(StringBuilder text, String line) {
        text.append(line).append("\r\n");
    }

    /** Returns a direct buffer with the whole request, for one connection; {@code clear()} makes it whole again. */
    public ByteBuffer newBuffer() {
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).clear();
    }

    /** Whether answers have no body, whatever their head says (RFC 9110 section 9.3.2). */
    public boolean isHead() {
        return method.equals("HEAD");
    }

    /** Whether the request may be sent again when nobody knows if it was served (RFC 9110 section 9.2.1). */
    public boolean isSafe() {
        return SAFE_METHODS.contains(method);
    }

    @Override
    public String toString() {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
