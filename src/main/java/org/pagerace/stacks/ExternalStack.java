package org.pagerace.stacks;

import java.net.URI;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A server of somebody else that takes part: it is asked, and neither started, stopped nor configured.
 *
 * @param name as that of a stack
 * @param folder where its pages lie; http, ends with a slash
 * @param given page to path, as far as the user has said it; resolved against the folder
 * @param publicTargetOk the host whose public address the user allows
 */
public record ExternalStack(String name, URI folder, Map<String, String> given, Optional<String> publicTargetOk) {

    /** What a fairness sheet says where nothing can be seen. */
    public static final String NOT_SEEN = "not seen (a server of somebody else)";

    /** The lines of the fairness sheet that a stack tells of itself. */
    static final Map<String, String> FACTS;

    /** The pages of a stack, each with the names it may have here; the first that is there counts. */
    private static final Map<String, List<String>> CANDIDATES;

    static {
        var facts = new LinkedHashMap<String, String>();
        for (String fact : List.of(
                "server",
                "workers",
                "keep-alive",
                "opcache",
                "database",
                "sendfile",
                "compression",
                "access log",
                "user")) {
            facts.put(fact, NOT_SEEN);
        }
        FACTS = Collections.unmodifiableMap(facts);
        var pages = new LinkedHashMap<String, List<String>>();
        pages.put("index", List.of("index.html"));
        pages.put("jquery", List.of("jquery-1.7.1.min.js"));
        pages.put("info", List.of("info.php", "info"));
        pages.put("db", List.of("db.php", "db"));
        pages.put("open", List.of("open.php", "open"));
        pages.put("testing", List.of("testing.html"));
        pages.put("welcome", List.of("welcome.html"));
        pages.put("portal", List.of("portal.html"));
        CANDIDATES = Collections.unmodifiableMap(pages);
    }

    public ExternalStack {
        if (!name.matches("[a-z0-9][a-z0-9-]{0,39}")) {
            throw new IllegalArgumentException(
                    "the name '" + name + "' must have 1 to 40 lower-case letters, digits and hyphens");
        }
        if (!"http".equalsIgnoreCase(folder.getScheme())
                || folder.getHost() == null
                || folder.getRawUserInfo() != null
                || folder.getRawQuery() != null
                || folder.getRawFragment() != null) {
            throw new IllegalArgumentException(name + " is at '" + folder
                    + "', but must be the folder of its pages: http://HOST[:PORT]/PATH/, without user, query and"
                    + " fragment; https is not raced, since the stacks we start do not speak it");
        }
        given = Map.copyOf(given);
    }

    /**
     * Reads {@code NAME=URL}, or {@code NAME=URL,PAGE=PATH,...} where pages have other names.
     *
     * @throws IllegalArgumentException saying what is wrong
     */
    public static ExternalStack parse(String text, Optional<String> publicTargetOk) {
        String[] parts = text.split(",", -1);
        String[] first = pair(text, parts[0]);
        var given = new LinkedHashMap<String, String>();
        for (int i = 1; i < parts.length; i++) {
            String[] page = pair(text, parts[i]);
            if (!CANDIDATES.containsKey(page[0])) {
                throw new IllegalArgumentException("'" + text + "' names a page '" + page[0] + "', but there are "
                        + String.join(", ", CANDIDATES.keySet()));
            }
            given.put(page[0], page[1]);
        }
        try {
            URI url = URI.create(first[1]);
            boolean folder = url.getRawPath() != null && url.getRawPath().endsWith("/");
            return new ExternalStack(first[0], folder ? url : URI.create(first[1] + "/"), given, publicTargetOk);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("'" + text + "': " + e.getMessage(), e);
        }
    }

    private static String[] pair(String text, String part) {
        String[] pair = part.split("=", 2);
        if (pair.length != 2 || pair[0].isEmpty() || pair[1].isEmpty()) {
            throw new IllegalArgumentException("'" + text
                    + "' must be NAME=URL, or NAME=URL,PAGE=PATH,... where pages have names of their own, for example"
                    + " iis=http://10.0.0.5/bench/,db=db.aspx");
        }
        return pair;
    }

    /** Returns each page with the addresses to try, in this order; one only where the user has given it. */
    public Map<String, List<URI>> candidates() {
        var candidates = new LinkedHashMap<String, List<URI>>();
        CANDIDATES.forEach((page, names) -> candidates.put(
                page,
                (given.containsKey(page) ? List.of(given.get(page)) : names)
                        .stream().map(folder::resolve).toList()));
        return candidates;
    }
}
