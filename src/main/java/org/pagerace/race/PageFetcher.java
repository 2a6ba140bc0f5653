package org.pagerace.race;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Fetches one page at a time with its body. The JDK's client, since nothing is measured here; it takes off the chunked
 * coding, asks for no compression and is told to follow no redirect.
 */
final class PageFetcher {
    /** Far above every page of ours; a stack that sends more is broken. */
    private static final int LARGEST_BODY = 16 << 20;

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final Duration timeout;
    private final HttpClient client;

    PageFetcher() {
        this(TIMEOUT);
    }

    /** Creates a fetcher that waits so long for a whole answer. */
    PageFetcher(Duration timeout) {
        this.timeout = timeout;
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .proxy(HttpClient.Builder.NO_PROXY)
                .build();
    }

    Answer fetch(URI page) throws IOException, InterruptedException {
        HttpResponse<byte[]> response =
                await(client.sendAsync(HttpRequest.newBuilder(page).build(), head -> new LimitedBody(LARGEST_BODY)));
        String query = page.getRawQuery() == null ? "" : "?" + page.getRawQuery();
        return new Answer(page.getRawPath() + query, response.statusCode(), response.body());
    }

    /** The client's own timeout ends with the head, so the whole answer is waited for here. */
    private <T> T await(CompletableFuture<T> answer) throws IOException, InterruptedException {
        try {
            return answer.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new IOException("no whole answer within " + timeout.toMillis() + " ms", e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
        } finally {
            answer.cancel(true); // closes the connection of an answer that is not whole
        }
    }
}
