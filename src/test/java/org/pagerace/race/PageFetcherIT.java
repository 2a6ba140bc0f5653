package org.pagerace.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Against a server that gives the answers it is told to, one to each request, and then closes or falls silent. */
@Timeout(30)
class PageFetcherIT {
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final String OK = """
        HTTP/1.1 200 OK\r
        Content-Length: 3\r
        \r
        abc""";
    private static final String CLOSING = OK.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n");

    private final BlockingQueue<String> requests = new LinkedBlockingQueue<>();
    private ServerSocket server;

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    private URI serve(boolean thenClose, String... answers) {
        Thread thread = new Thread(
                () -> {
                    try (Socket client = server.accept();
                            OutputStream out = client.getOutputStream()) {
                        var in = new BufferedReader(
                                new InputStreamReader(client.getInputStream(), StandardCharsets.ISO_8859_1));
                        for (String answer : answers) {
                            requests.add(head(in));
                            out.write(answer.getBytes(StandardCharsets.ISO_8859_1));
                            out.flush();
                        }
                        if (!thenClose) {
                            in.readLine();
                        }
                    } catch (IOException e) {
                        // the client or the test has left, which is what this thread waits for
                    }
                },
                "scripted server");
        thread.setDaemon(true);
        thread.start();
        return URI.create("http://127.0.0.1:" + server.getLocalPort() + "/page.php?a=b");
    }

    private static String head(BufferedReader in) throws IOException {
        var head = new StringBuilder();
        for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
            head.append(line).append('\n');
        }
        return head.toString();
    }

    private static WireAnswer get(URI page) throws Exception {
        return new PageFetcher(Map.of()).fetch("GET", HttpForm.HTTP_1_1, page);
    }

    @Test
    void fetch_wholeAnswer_isReturned() throws Exception {
        URI page = serve(true, CLOSING.replace("200 OK", "404 Not Found"));
        WireAnswer exchange = get(page);
        assertEquals("/page.php?a=b", exchange.answer().path());
        assertEquals(404, exchange.answer().status());
        assertEquals("abc", exchange.answer().text(StandardCharsets.UTF_8));
        assertEquals(Framing.SIZED, exchange.framing());
        assertFalse(exchange.kept());
        assertEquals(
                "GET /page.php?a=b HTTP/1.1\nHost: 127.0.0.1:" + page.getPort() + "\nUser-Agent: pagerace\n",
                requests.take());
    }

    @ParameterizedTest
    @CsvSource({
        "HTTP_1_0, HTTP/1.0, ''",
        "HTTP_1_0_KEPT, HTTP/1.0, 'Connection: keep-alive\n'",
        "HTTP_1_1, HTTP/1.1, ''",
        "HTTP_1_1_CLOSE, HTTP/1.1, 'Connection: close\n'"
    })
    void fetch_everyForm_asksAsItsNameSays(HttpForm form, String version, String connection) throws Exception {
        new PageFetcher(Map.of()).fetch("HEAD", form, serve(true, CLOSING.replace("abc", "")));
        String head = requests.take();
        assertTrue(head.startsWith("HEAD /page.php?a=b " + version + "\nHost: "), head);
        assertTrue(head.endsWith("\nUser-Agent: pagerace\n" + connection), head);
    }

    @Test
    void fetch_connectionIsAnsweredAgain_isKept() throws Exception {
        assertTrue(get(serve(true, OK, CLOSING)).kept());
        assertTrue(requests.take().startsWith("GET /page.php"));
        assertTrue(requests.take().startsWith("GET /testing.html "), "a page that asks no database");
    }

    /** Saying so is not enough. */
    @Test
    void fetch_connectionEndsAllTheSame_isNotKept() throws Exception {
        WireAnswer exchange = get(serve(true, OK));
        assertTrue(exchange.persistent());
        assertFalse(exchange.kept());
    }

    @Test
    void fetch_moreBytesThanAnnounced_isRefused() {
        var closing = assertThrows(IOException.class, () -> get(serve(true, CLOSING + "d")));
        assertEquals("it sends more than the answer to GET", closing.getMessage());
        var kept = assertThrows(IOException.class, () -> get(serve(true, OK + "d", OK)));
        assertEquals("it sends more than the answer to GET", kept.getMessage());
    }

    /** What looks like a connection that was not kept must end with the answer, not a byte later. */
    @ParameterizedTest
    @ValueSource(strings = {"d", "EXTRA", "HTTP/1.1 200 OK\r\n"})
    void fetch_moreBytesAndThenTheEnd_isRefused(String more) {
        var failure = assertThrows(IOException.class, () -> get(serve(true, OK + more)));
        assertEquals("it sends more than the answer to GET", failure.getMessage());
    }

    @Test
    void fetch_moreBytesAfterAWhile_isRefused() {
        var failure = assertThrows(IOException.class, () -> get(serve(true, OK, "late"))); // at the second request
        assertEquals("it sends more than the answer to GET", failure.getMessage());
    }

    @Test
    void fetch_bodyBehindHeadOfALastingConnection_isRefused() {
        var failure = assertThrows(
                IOException.class, () -> new PageFetcher(Map.of()).fetch("HEAD", HttpForm.HTTP_1_1, serve(true, OK)));
        assertEquals("it sends more than the answer to HEAD", failure.getMessage());
    }

    /** RFC 9110 section 9.3.2: no content, whatever the head says. */
    @Test
    void fetch_bodyBehindHead_isRefused() {
        var failure = assertThrows(
                IOException.class,
                () -> new PageFetcher(Map.of()).fetch("HEAD", HttpForm.HTTP_1_1, serve(true, CLOSING)));
        assertEquals("it sends more than the answer to HEAD", failure.getMessage());
    }

    @Test
    void fetch_bodyStalls_endsInTime() {
        URI page = serve(false, OK.replace("3", "1000"));
        var failure = assertThrows(
                IOException.class, () -> new PageFetcher(SHORT, Map.of()).fetch("GET", HttpForm.HTTP_1_1, page));
        assertEquals("no whole answer within 300 ms", failure.getMessage());
    }

    @Test
    void fetch_noHead_endsInTime() {
        URI page = serve(false, "");
        assertThrows(IOException.class, () -> new PageFetcher(SHORT, Map.of()).fetch("GET", HttpForm.HTTP_1_1, page));
    }

    @Test
    void fetch_hugeBody_isRefused() {
        String sized = "HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\n\r\n";
        String endless = "HTTP/1.1 200 OK\r\n\r\n" + "x".repeat(AnswerReader.LARGEST_BODY + 1);
        for (String answer : List.of(sized, endless)) {
            var failure = assertThrows(IOException.class, () -> get(serve(false, answer)));
            assertTrue(failure.getMessage().contains("more than 16777216 bytes"), failure.toString());
        }
    }

    @Test
    void fetch_interrupted_endsAtOnce() throws Exception {
        URI page = serve(false, "");
        Thread me = Thread.currentThread();
        var interrupter = new Thread(
                () -> {
                    try {
                        requests.take(); // by now the caller waits for the answer, or is about to
                        me.interrupt();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "interrupter");
        interrupter.start();
        assertThrows(InterruptedException.class, () -> get(page));
        interrupter.join();
        assertFalse(Thread.interrupted(), "the exception tells it");
    }
}
