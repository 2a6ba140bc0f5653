package org.pagerace.pages;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** The web application of the source tree in a Jetty without sockets: raw requests in, raw answers out. */
final class PageServer implements AutoCloseable {
    private final Server server = new Server();
    private final LocalConnector connector = new LocalConnector(server);

    PageServer(Path webRoot, Map<String, String> attributes) throws Exception {
        var context = new WebAppContext();
        context.setContextPath("/");
        context.setWarResource(context.getResourceFactory().newResource(webRoot));
        context.setThrowUnavailableOnStartupException(true);
        attributes.forEach(context::setAttribute);
        server.addConnector(connector);
        server.setHandler(context);
        server.start();
    }

    static PageServer ofSourceTree(Map<String, String> attributes) throws Exception {
        return new PageServer(Path.of("webapp"), attributes);
    }

    /** Listens on a free port of 127.0.0.1 as well, and returns it. */
    int listen() throws Exception {
        var socket = new ServerConnector(server);
        socket.setHost("127.0.0.1");
        server.addConnector(socket);
        socket.start();
        return socket.getLocalPort();
    }

    Answer get(String target, String... headers) throws Exception {
        return send("GET", target, headers);
    }

    Answer send(String method, String target, String... headers) throws Exception {
        var request =
                new StringBuilder(method + " " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n");
        for (String header : headers) {
            request.append(header).append("\r\n");
        }
        return Answer.parse(raw(request.append("\r\n").toString()));
    }

    /** Returns everything the server sends until it closes. */
    byte[] raw(String request) throws Exception {
        try (LocalConnector.LocalEndPoint endPoint = connector.executeRequest(request)) {
            endPoint.waitUntilClosedOrIdleFor(10, TimeUnit.SECONDS);
            ByteBuffer output = endPoint.takeOutput();
            byte[] bytes = new byte[output.remaining()];
            output.get(bytes);
            return bytes;
        }
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        try {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
