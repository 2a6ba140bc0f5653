package org.pagerace.pages;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pagerace.process.ChildProcess;

/** Fetches from servers that listen on a port of 127.0.0.1. */
public final class Web {
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private Web() {}

    public static Answer get(int port, String target) throws IOException, InterruptedException {
        return send("GET", port, target);
    }

    public static Answer send(String method, int port, String target, String... headers)
            throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + target))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .timeout(LIMIT);
        if (headers.length > 0) {
            request.headers(headers);
        }
        HttpResponse<byte[]> response = CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        var received = new TreeMap<String, String>();
        response.headers()
                .map()
                .forEach((name, values) -> received.put(name.toLowerCase(Locale.ROOT), String.join(", ", values)));
        return new Answer(response.statusCode(), received, new String(response.body(), StandardCharsets.ISO_8859_1));
    }

    /**
     * Returns the port that a server, told to take a free one, says it listens on: nobody else can be quicker.
     *
     * @param listening matches the line it prints then, with the port as its first group
     */
    public static int portOf(ChildProcess server, Pattern listening) throws InterruptedException {
        long deadlineNanos = System.nanoTime() + LIMIT.toNanos();
        while (server.isAlive() && System.nanoTime() - deadlineNanos < 0) {
            for (String line : server.lastLines(50)) {
                Matcher matcher = listening.matcher(line);
                if (matcher.find()) {
                    return Integer.parseInt(matcher.group(1));
                }
            }
            LockSupport.parkNanos(1_000_000); // between two looks
        }
        throw new AssertionError(server + " did not say its port: " + server.lastLines(50));
    }

    /** Asks until the page is 200, while the server lives. */
    public static Answer await(int port, String target, BooleanSupplier alive) throws InterruptedException {
        long deadlineNanos = System.nanoTime() + LIMIT.toNanos();
        String last = "nothing";
        while (alive.getAsBoolean() && System.nanoTime() - deadlineNanos < 0) {
            try {
                Answer answer = get(port, target);
                if (answer.status() == 200) {
                    return answer;
                }
                last = answer.toString();
            } catch (IOException e) { // it does not listen yet
                last = e.toString();
            }
            LockSupport.parkNanos(1_000_000); // between two looks
        }
        throw new AssertionError("no answer from " + target + "; the last was " + last);
    }
}
