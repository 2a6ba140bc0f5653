package org.pagerace.bars;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pagerace.load.Target;
import org.pagerace.pages.Answer;
import org.pagerace.pages.PageDatabase;
import org.pagerace.pages.Relay;
import org.pagerace.pages.Web;
import org.pagerace.serve.EmbeddedServer;
import org.pagerace.serve.ServeOptions;

/** The pages on our server in this process, and their database, a process, behind a relay. */
final class Site implements AutoCloseable {
    static final Load.Body BUSY = Load.Body.of("503 busy\n");

    private static final Duration SOON = Duration.ofSeconds(1);

    private final Path folder;
    private final Relay relay;
    private PageDatabase database;
    private EmbeddedServer server; // null before the start

    /** @param folder a short path: there is a socket below */
    Site(Path folder) throws Exception {
        this.folder = folder;
        database = new PageDatabase(folder.resolve("data"));
        relay = new Relay(database.port());
    }

    Relay relay() {
        return relay;
    }

    void start(Map<String, String> settings) throws Exception {
        Map<String, String> attributes = new HashMap<>(database.attributesVia(relay.port()));
        attributes.putAll(settings);
        server = EmbeddedServer.bind(PageDatabase.home(), new ServeOptions("127.0.0.1", 0), folder);
        server.start(attributes);
    }

    /** Ends the database without a word; nobody listens on its port until {@link #reviveDatabase}. */
    void killDatabase() {
        database.kill();
        relay.cut();
        database.close();
    }

    /** Starts it again with the same data, and returns when the pages can reach it. */
    void reviveDatabase() throws Exception {
        database = new PageDatabase(folder.resolve("data"));
        relay.mend(database.port());
    }

    Target target(String page) {
        return Target.of(URI.create("http://127.0.0.1:" + server.port() + page));
    }

    Answer get(String page) throws IOException, InterruptedException {
        return Web.get(server.port(), page);
    }

    /** Waits for the database, and returns what is right: twenty rows. */
    Load.Body page() throws InterruptedException {
        Answer answer = Web.await(server.port(), "/db", () -> true);
        assertEquals(20, answer.text().split("<tr><td", -1).length - 1);
        return Load.Body.of(answer.latin());
    }

    /** Asserts that within a second no request is at the database, waits for it, or is anywhere else in our pages. */
    void assertIdleSoon() throws IOException, InterruptedException {
        long deadlineNanos = System.nanoTime() + SOON.toNanos();
        String now = atWork();
        while (!now.isEmpty()) {
            assertTrue(System.nanoTime() - deadlineNanos < 0, now);
            LockSupport.parkNanos(1_000_000); // between two looks
            now = atWork();
        }
    }

    private String atWork() throws IOException, InterruptedException {
        int active = figure("Active connections");
        int waiting = figure("Waiting requests");
        List<String> threads = Thread.getAllStackTraces().entrySet().stream()
                .filter(thread -> Arrays.stream(thread.getValue())
                        .anyMatch(frame -> frame.getClassName().equals("org.pagerace.pages.DbServlet")))
                .map(thread -> thread.getKey().getName())
                .toList();
        return active + waiting + threads.size() == 0
                ? ""
                : active + " connections active, " + waiting + " requests waiting, threads in the page: " + threads;
    }

    /** Returns a number that /info shows of the pool. */
    private int figure(String name) throws IOException, InterruptedException {
        String text = get("/info?what=pool&format=text").text();
        Matcher matcher = Pattern.compile(name + " => (\\d+)").matcher(text);
        assertTrue(matcher.find(), text);
        return Integer.parseInt(matcher.group(1));
    }

    @Override
    public void close() {
        relay.letGo();
        if (server != null) {
            server.close();
        }
        relay.close();
        database.close();
    }
}
