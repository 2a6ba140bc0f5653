package org.pagerace.race;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
            case "index", "open" -> ofFile(webRoot, "index.html");
            case "jquery" -> ofFile(webRoot, "jquery-1.7.1.min.js");
            case "db" -> new RightBody.OfRows(ROWS);
            case "info" -> new RightBody.OfSize(LEAST_INFO_BYTES, MOST_INFO_BYTES);
            default -> throw new IllegalArgumentException("there is no page " + page);
        };
    }

    private static RightBody ofFile(Path webRoot, String name) throws RaceException {
        try {
            return new RightBody.OfFile(new Answer(name, Answer.OK, Files.readAllBytes(webRoot.resolve(name))));
        } catch (IOException e) {
            throw new RaceException("cannot read " + name + " of the archive: " + Reason.of(e, ""), e);
        }
    }
}
