package org.pagerace.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code /open} does when its file is not as it was. */
class OpenServletIT {
    private static final int LENGTH = 64 << 20; // more than sockets buffer

    @Test
    void open_fileShrinksWhileItIsSent_connectionIsBrokenOff(@TempDir Path folder) throws Exception {
        copy(PageDatabase.home().root().resolve("WEB-INF"), folder.resolve("WEB-INF"));
        var server = new Server();
        var connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        var application = new WebAppContext();
        application.setBaseResourceAsPath(folder);
        server.setHandler(application);
        try (var index = new RandomAccessFile(folder.resolve("index.html").toFile(), "rw");
                var client = new Socket()) {
            index.setLength(LENGTH);
            server.start();
            client.setReceiveBufferSize(4096);
            client.setSoTimeout(20_000);
            client.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), connector.getLocalPort()));
            client.getOutputStream()
                    .write("GET /open HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            InputStream in = client.getInputStream();
            String start = new String(in.readNBytes(1024), StandardCharsets.ISO_8859_1);
            assertTrue(start.startsWith("HTTP/1.1 200") && start.contains("Content-Length: " + LENGTH), start);
            index.setLength(1);
            assertTrue(rest(in) < LENGTH - 1024, "the connection ended, though it lasts by default");
        } finally {
            server.stop();
        }
    }

    /** With its classes: those of this test would unregister the JDBC driver of all tests when the application ends. */
    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    /** Reads to the end, in whatever way it comes; a connection that stays open is a time-out. */
    private static long rest(InputStream in) throws IOException {
        var buffer = new byte[1 << 16];
        long bytes = 0;
        try {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                bytes += count;
            }
        } catch (java.net.SocketException e) {
            // reset
        }
        return bytes;
    }

    @Test
    void open_lengthUnknown_isRefusedAndClosed() throws Exception {
        var closed = new AtomicBoolean();
        var url = new URL(null, "test:/index.html", new URLStreamHandler() {
            @Override
            protected URLConnection openConnection(URL address) {
                return new URLConnection(address) {
                    @Override
                    public void connect() {}

                    @Override
                    public InputStream getInputStream() {
                        return new ByteArrayInputStream(new byte[3]) {
                            @Override
                            public void close() {
                                closed.set(true);
                            }
                        };
                    }
                };
            }
        });
        var failure = assertThrows(IOException.class, () -> OpenServlet.open(url));
        assertEquals("nobody knows the length of /index.html", failure.getMessage());
        assertTrue(closed.get());
    }
}
