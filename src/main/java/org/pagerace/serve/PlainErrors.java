package org.pagerace.serve;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Answers to requests that never reach the web application, such as malformed ones: worded as the pages word theirs. */
final class PlainErrors implements Request.Handler {
    private final Map<Integer, byte[]> bodies = new ConcurrentHashMap<>();

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        byte[] body = bodies.computeIfAbsent(response.getStatus(), PlainErrors::body);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain;charset=utf-8");
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
        response.write(true, ByteBuffer.wrap(body), callback);
        return true;
    }

    private static byte[] body(int status) {
        String reason = HttpStatus.getMessage(status).toLowerCase(Locale.ROOT);
        return (status + " " + reason + "\n").getBytes(StandardCharsets.UTF_8);
    }
}
