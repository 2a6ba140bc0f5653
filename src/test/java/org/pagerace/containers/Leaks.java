package org.pagerace.containers;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.pagerace.pages.Answer;

/** What no answer but {@code /info} may tell. */
public final class Leaks {
    private static final Pattern VERSION = Pattern.compile("\\d+\\.\\d+\\.\\d+");

    private static final List<String> PROTECTED =
            List.of("<web-app", "<?php", "\u00ca\u00fe\u00ba\u00be", "root:", "INSERT INTO", "Main-Class");

    private Leaks() {}

    /** Returns the first trace of files that no address may lead to: web.xml, classes, PHP, the system's own. */
    public static Optional<String> ofProtectedFiles(Answer answer) {
        return PROTECTED.stream().filter(answer.latin()::contains).findFirst();
    }

    /** Returns the first trace of the software or of protected files in an error's body or in its headers. */
    public static Optional<String> in(Answer answer) {
        var headers = new TreeMap<>(answer.headers());
        headers.remove("server"); // the same for pages and errors, and looked at with the pages
        String text = (headers + "\n" + answer.latin()).toLowerCase(Locale.ROOT);
        Optional<String> word = Stream.of(
                        "exception",
                        "\tat ",
                        "powered",
                        "jetty",
                        "ambiguous", // what Jetty has to say of addresses
                        "tomcat",
                        "apache",
                        "wildfly",
                        "undertow",
                        "payara",
                        "grizzly",
                        "org.",
                        "java.",
                        "web-app",
                        "<?php",
                        "\u00ca\u00fe\u00ba\u00be",
                        "root:",
                        "jdbc:")
                .filter(text::contains)
                .findFirst();
        return word.isPresent()
                ? word
                : VERSION.matcher(text).results().map(found -> found.group()).findFirst();
    }
}
