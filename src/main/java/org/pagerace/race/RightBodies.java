package org.pagerace.race;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.pagerace.config.Reason;

/** The right body of each page. */
final class RightBodies {
    private static final int ROWS = 20; // the LIMIT of the page's query
    private static final int LEAST_INFO_BYTES = 40_000;
    private static final int MOST_INFO_BYTES = 200_000;

    private RightBodies() {}

    /**
     * Returns what is right for a page.
     *
     * @param webRoot folder of the archive's static pages
     */
    static RightBody of(String page, Path webRoot) throws RaceException {
        return switch (page) {
            case "index", "jquery", "testing", "welcome", "portal" ->
                ofFile(webRoot, staticFile(page).orElseThrow());
            case "open" -> ofFile(webRoot, "index.html");
            case "db" -> new RightBody.OfRows(ROWS);
            case "info" -> new RightBody.OfSize(LEAST_INFO_BYTES, MOST_INFO_BYTES);
            default -> throw new IllegalArgumentException("there is no page " + page);
        };
    }

    /** Returns the file that the server itself sends for the page. */
    static Optional<String> staticFile(String page) {
        return switch (page) {
            case "index", "testing", "welcome", "portal" -> Optional.of(page + ".html");
            case "jquery" -> Optional.of("jquery-1.7.1.min.js");
            default -> Optional.empty();
        };
    }

    static RightBody ofFile(Path webRoot, String name) throws RaceException {
        try {
            return new RightBody.OfFile(new Answer(name, Answer.OK, Files.readAllBytes(webRoot.resolve(name))));
        } catch (IOException e) {
            throw new RaceException("cannot read " + name + " of the archive: " + Reason.of(e, ""), e);
        }
    }
}
