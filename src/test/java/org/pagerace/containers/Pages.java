package org.pagerace.containers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.pagerace.pages.PageDatabase;

/** The addresses with fixed bytes, and these bytes as the build packed them. */
final class Pages {
    static final List<String> DATABASE = List.of("/db", "/db.php", "/db?persistent=1", "/db.php?persistent=1");
    static final List<String> INFO = List.of("/info", "/info.php");

    static final List<Page> FIXED = List.of(
            new Page("/", "index.html", 608_500, "text/html"),
            new Page("/index.html", "index.html", 608_500, "text/html"),
            new Page("/portal.html", "portal.html", 223_782, "text/html"),
            new Page("/jquery-1.7.1.min.js", "jquery-1.7.1.min.js", 93_868, "text/javascript"),
            new Page("/welcome.html", "welcome.html", 1_456, "text/html"),
            new Page("/testing.html", "testing.html", 8, "text/html"),
            new Page("/empty.html", "empty.html", 0, "text/html"),
            new Page("/open", "index.html", 608_500, "text/html"),
            new Page("/open.php", "index.html", 608_500, "text/html"));

    private static final Map<String, String> CONTENT = new ConcurrentHashMap<>();

    private Pages() {}

    /**
     * One address.
     *
     * @param type without its charset, which is UTF-8 where the container names one
     */
    record Page(String target, String file, int bytes, String type) {
        String latin() {
            return latinOf(file);
        }
    }

    /** Returns a file of the archive's root, one char per byte. */
    static String latinOf(String file) {
        return CONTENT.computeIfAbsent(file, name -> {
            try {
                return Files.readString(PageDatabase.home().root().resolve(name), StandardCharsets.ISO_8859_1);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }
}
