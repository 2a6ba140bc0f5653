package org.pagerace.load.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.net.URI;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The bytes of a request, made once for a whole run. Immutable. */
public final class RequestTemplate {
    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;
    private static final Set<String> METHODS_WITH_BODY = Set.of("POST", "PUT", "PATCH");
    private static final Set<String> SAFE_METHODS = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

    private final String method;
    private final boolean simple;
    private final byte[] bytes;

    private RequestTemplate(String method, boolean simple, byte[] bytes) {
        this.method = method;
        this.simple = simple;
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
        return of(method, target, version, keepAlive, headerLines, null);
    }

    /**
     * As above, with a body.
     *
     * @param body its type is one of the header lines; null for a request without body
     */
    public static RequestTemplate of(
            String method, URI target, String version, boolean keepAlive, List<String> headerLines, byte[] body) {
        var text = new StringBuilder();
        line(text, Grammar.method(method) + " " + path(target) + " " + version);
        line(text, "Host: " + host(target));
        if (headerLines.stream().noneMatch(line -> line.toLowerCase(Locale.ROOT).startsWith("user-agent:"))) {
            line(text, "User-Agent: pagerace");
        }
        headerLines.forEach(header -> line(text, header));
        if (body != null || METHODS_WITH_BODY.contains(method)) {
            // RFC 9110 section 8.6: say so where a body would have a meaning
            line(text, "Content-Length: " + (body == null ? 0 : body.length));
        }
        boolean persistsByDefault = version.equals("HTTP/1.1"); // RFC 9112 section 9.3
        if (keepAlive != persistsByDefault) {
            line(text, keepAlive ? "Connection: keep-alive" : "Connection: close");
        }
        line(text, "");
        byte[] head = text.toString().getBytes(ISO_8859_1);
        return new RequestTemplate(method, false, body == null ? head : concat(head, body));
    }

    private static byte[] concat(byte[] head, byte[] body) {
        byte[] all = Arrays.copyOf(head, head.length + body.length);
        System.arraycopy(body, 0, all, head.length, body.length);
        return all;
    }

    /**
     * Takes a request as it is, provided that it is one: a request line, header lines, an empty line and as many bytes of
     * body as Content-Length says, none without it; or the one line of HTTP/0.9, {@code GET /path}. All lines end in CR LF.
     *
     * @throws IllegalArgumentException if a server could take it for anything else
     */
    public static RequestTemplate ofBytes(byte[] bytes) {
        return RawRequest.check(bytes.clone());
    }

    static RequestTemplate checked(String method, boolean simple, byte[] bytes) {
        return new RequestTemplate(method, simple, bytes);
    }

    /** Returns path and query as they go onto the wire, checked. */
    public static String path(URI target) {
        String path = target.getRawPath() == null || target.getRawPath().isEmpty() ? "/" : target.getRawPath();
        return Grammar.path(target.getRawQuery() == null ? path : path + "?" + target.getRawQuery());
    }

    private static String host(URI target) {
        int port = target.getPort();
        int usual = "https".equalsIgnoreCase(target.getScheme()) ? HTTPS_PORT : HTTP_PORT;
        return port == -1 || port == usual ? target.getHost() : target.getHost() + ":" + port;
    }

    private static void line(StringBuilder text, String line) {
        text.append(line).append("\r\n");
    }

    /** Returns a direct buffer with the whole request, for one thread; {@code clear()} makes it whole again. */
    public ByteBuffer newBuffer() {
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).clear();
    }

    public int length() {
        return bytes.length;
    }

    /** Whether answers have no body, whatever their head says (RFC 9110 section 9.3.2). */
    public boolean isHead() {
        return method.equals("HEAD");
    }

    /** Whether it is one of HTTP/0.9, whose answers are a body without a head. */
    public boolean isSimple() {
        return simple;
    }

    /** Whether the request may be sent again when nobody knows if it was served (RFC 9110 section 9.2.1). */
    public boolean isSafe() {
        return SAFE_METHODS.contains(method);
    }

    @Override
    public String toString() {
        return new String(bytes, ISO_8859_1);
    }
}
