package org.pagerace.race;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/**
 * Fetches one page at a time with its body. The JDK's client, since nothing is measured here; it takes off the chunked
 * coding, asks for no compression and is told to follow no redirect.
 */
final class PageFetcher {
    /** Far above every page of ours; a stack that sends more is broken. */
    private static final int LARGEST_BODY = 16 << 20;

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .proxy(HttpClient.Builder.NO_PROXY)
            .connectTimeout(TIMEOUT)
            .build();

    Answer fetch(URI page) throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(page).timeout(TIMEOUT).GET().build();
        HttpResponse<InputStream> response = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
        try (InputStream body = response.body()) {
            byte[] bytes = body.readNBytes(LARGEST_BODY + 1);
            if (bytes.length > LARGEST_BODY) {
                throw new IOException("the body has more than " + LARGEST_BODY + " bytes");
            }
            String query = page.getRawQuery() == null ? "" : "?" + page.getRawQuery();
            return new Answer(page.getRawPath() + query, response.statusCode(), bytes);
        }
    }
}
