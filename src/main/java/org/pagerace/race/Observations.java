package org.pagerace.race;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.pagerace.result.SqlCount;
import org.pagerace.stacks.ExternalStack;

/** What one stack was seen to do before the race: lines of the fairness sheet that nobody has to believe. */
final class Observations {
    private static final Pattern OPCACHE =
            Pattern.compile("Opcode Caching </td><td class=\"v\">(Up and Running|Disabled)");
    private static final String NONE = "none";
    private static final String EVERY_PAGE = "on every page";

    private final Set<String> versions = new LinkedHashSet<>();
    private final Set<String> encodings = new LinkedHashSet<>();
    private final Set<String> encodingsAsked = new LinkedHashSet<>();
    private final List<String> closed = new ArrayList<>();
    private final List<String> closedIn10 = new ArrayList<>();
    private final Map<String, String> others = new LinkedHashMap<>();
    private final Map<String, List<String>> connections = new LinkedHashMap<>(); // how, and for which pages

    /** Takes in the answers for one page. */
    void onAnswers(String page, Map<HttpForm, WireAnswer> answers) {
        WireAnswer answer = answers.get(HttpForm.HTTP_1_1);
        versions.add(answer.version());
        if (!answer.kept()) {
            closed.add(page);
        }
        if (!answers.get(HttpForm.HTTP_1_0_KEPT).kept()) {
            closedIn10.add(page);
        }
        answers.values().forEach(each -> addEncoding(encodings, each));
    }

    /** Takes in an answer to a request that would accept gzip. */
    void onCompressible(WireAnswer answer) {
        addEncoding(encodingsAsked, answer);
    }

    private static void addEncoding(Set<String> encodings, WireAnswer answer) {
        if (!answer.header("Content-Encoding").isEmpty()) {
            encodings.add(answer.header("Content-Encoding"));
        }
    }

    /** Takes in the page that PHP tells of itself, or Java; the first has a line for its cache of compiled pages. */
    void onInfo(Answer info) {
        String text = info.text(StandardCharsets.UTF_8);
        Matcher cache = OPCACHE.matcher(text);
        if (cache.find()) {
            others.put(Fact.OPCACHE_SEEN.label(), cache.group(1).equals("Disabled") ? "off" : "on");
        } else if (text.contains("PHP Version")) {
            others.put(Fact.OPCACHE_SEEN.label(), "off (the extension is not loaded)");
        } else {
            others.put(Fact.OPCACHE_SEEN.label(), "not applicable (no PHP)");
        }
    }

    /** Takes in what a page costs the database; what the first such page costs is what the race costs it. */
    void onSql(String page, SqlCount count) {
        others.putIfAbsent(Fact.SQL.label(), count.inWords());
        connections
                .computeIfAbsent(count.connectionsInWords(), first -> new ArrayList<>())
                .add(page);
    }

    /**
     * Takes in how many connections may wait at each process of the stack.
     *
     * @param listeners process to socket, in the order they were started: the front server is the last
     * @param lengths socket to length of its queue, as far as the kernel told it
     */
    void onListenQueues(Map<String, String> listeners, Map<String, Long> lengths) {
        List<String> words = new ArrayList<>();
        listeners.forEach((process, socket) -> {
            String length = lengths.containsKey(socket) ? lengths.get(socket).toString() : "not seen";
            words.add(0, length + (listeners.size() == 1 ? "" : " at " + process));
        });
        others.put(
                Fact.BACKLOG.label(),
                lengths.isEmpty() ? "not seen (ss of iproute2 does not list its sockets)" : String.join(", ", words));
    }

    /** Takes in that somebody else's sockets cannot be looked at. */
    void onForeignSockets() {
        others.put(Fact.BACKLOG.label(), ExternalStack.NOT_SEEN);
    }

    /** Takes in how a server that we did not configure introduces itself. */
    void onServer(String header) {
        others.put(Fact.SERVER.label(), header.isEmpty() ? "says no name" : "says " + header);
    }

    Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        if (!versions.isEmpty()) {
            facts.put(Fact.HTTP_VERSION.label(), String.join(" and ", versions));
            facts.put(Fact.KEEP_ALIVE_ACHIEVED.label(), pages(closed));
            facts.put(Fact.KEEP_ALIVE_OF_1_0.label(), pages(closedIn10));
            facts.put(Fact.COMPRESSION_UNASKED.label(), orNone(encodings));
            facts.put(Fact.COMPRESSION_ASKED.label(), orNone(encodingsAsked));
        }
        facts.putAll(others);
        if (!connections.isEmpty()) {
            facts.put(Fact.CONNECTIONS.label(), connections());
        }
        return facts;
    }

    /** Pages that differ in it are named. */
    private String connections() {
        return connections.size() == 1
                ? connections.keySet().iterator().next()
                : connections.entrySet().stream()
                        .map(how -> String.join(" and ", how.getValue()) + ": " + how.getKey())
                        .collect(Collectors.joining("; "));
    }

    private static String pages(List<String> closed) {
        return closed.isEmpty() ? EVERY_PAGE : "closes after " + String.join(" and ", closed);
    }

    private static String orNone(Set<String> encodings) {
        return encodings.isEmpty() ? NONE : String.join(" and ", encodings);
    }
}
