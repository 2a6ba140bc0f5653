package org.pagerace.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Against a server that says what it is told to, and then nothing more until the client leaves. */
@Timeout(30)
class PageFetcherIT {
    private ServerSocket server;

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    private URI serve(String head, int bodyBytes) {
        Thread thread = new Thread(
                () -> {
                    try (Socket client = server.accept();
                            OutputStream out = client.getOutputStream()) {
                        out.write((head + "x".repeat(bodyBytes)).getBytes(StandardCharsets.ISO_8859_1));
                        out.flush();
                        client.getInputStream().transferTo(OutputStream.nullOutputStream());
                    } catch (IOException e) {
                        // the client or the test has left, which is what this thread waits for
                    }
                },
                "stalling server");
        thread.setDaemon(true);
        thread.start();
        return URI.create("http://127.0.0.1:" + server.getLocalPort() + "/page.php?a=b");
    }

    @Test
    void fetch_wholeAnswer_isReturned() throws Exception {
        URI page = serve("""
            HTTP/1.1 404 Not Found\r
            Content-Length: 3\r
            \r
            """, 3);
        Answer answer = new PageFetcher().fetch(page);
        assertEquals("/page.php?a=b", answer.path());
        assertEquals(404, answer.status());
        assertEquals("xxx", answer.text(StandardCharsets.UTF_8));
    }

    @Test
    void fetch_bodyStalls_endsInTime() {
        URI page = serve("""
            HTTP/1.1 200 OK\r
            Content-Length: 1000\r
            \r
            """, 500);
        var failure = assertThrows(IOException.class, () -> new PageFetcher(Duration.ofMillis(300)).fetch(page));
        assertEquals("no whole answer within 300 ms", failure.getMessage());
    }

    @Test
    void fetch_noHead_endsInTime() {
        URI page = serve("", 0);
        assertThrows(IOException.class, () -> new PageFetcher(Duration.ofMillis(300)).fetch(page));
    }

    @Test
    void fetch_endlessBody_isRefused() {
        URI page = serve("""
            HTTP/1.1 200 OK\r
            Content-Length: 99999999\r
            \r
            """, (16 << 20) + 1);
        var failure = assertThrows(IOException.class, () -> new PageFetcher().fetch(page));
        assertTrue(failure.getMessage().contains("more than 16777216 bytes"), failure.toString());
    }
}
