package org.pagerace.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.pagerace.Peers;
import org.pagerace.config.Home;
import org.pagerace.database.DatabaseChoice;
import org.pagerace.result.ParityResult.Row;
import org.pagerace.stacks.Availability;
import org.pagerace.stacks.RunningStack;
import org.pagerace.stacks.StackCatalog;
import org.pagerace.stacks.StackDescriptor;

/** All stacks there are, side by side: equal, seen to do the same, and framed as docs/parity.md says. */
@Timeout(240)
class AllStacksParityIT {
    private static final Path WAR = Path.of(System.getProperty("pagerace.test.war"));
    private static final Home HOME = new Home(WAR.resolveSibling("war"), Optional.of(WAR));
    private static final Set<String> PAGES = Set.of("info", "db", "open");

    @TempDir
    private static Path data;

    private static Servers servers;
    private static EqualityCheck preflight;
    private static long longestQueue; // when the servers began to listen: what comes later does not change them

    @BeforeAll
    static void start() throws Exception {
        longestQueue = longestQueue();
        System.setProperty("pagerace.cache", WAR.resolveSibling("test-cache").toString());
        System.setProperty("pagerace.data", data.toString());
        try {
            List<StackDescriptor> stacks = StackCatalog.load(HOME.php().resolve("stacks"), Optional.empty())
                    .all();
            for (StackDescriptor stack :
                    stacks.stream().filter(stack -> !stack.needs().isEmpty()).toList()) {
                Availability availability = Availability.of(stack);
                Peers.require(availability.installed(), stack.name() + ": " + availability.reason());
            }
            servers = Servers.start(
                    new DatabaseChoice.Embedded(),
                    new Entrants(stacks, List.of()),
                    HOME,
                    Optional.empty(),
                    new Silence());
        } finally {
            System.clearProperty("pagerace.cache");
            System.clearProperty("pagerace.data");
        }
        preflight = new EqualityCheck(servers, CheckedPage.of(RaceRequest.PAGES, HOME.root()), true);
        preflight.run();
    }

    /** In one read: such a file gives nothing to a second one, and Files.readString begins with a single byte. */
    private static long longestQueue() throws IOException {
        byte[] bytes = new byte[32];
        try (InputStream in = Files.newInputStream(Path.of("/proc/sys/net/core/somaxconn"))) {
            int length = in.read(bytes);
            return Long.parseLong(new String(bytes, 0, length, StandardCharsets.US_ASCII).strip());
        }
    }

    static final class Silence implements RaceListener {
        @Override
        public void onMessage(String line) {}

        @Override
        public void onProgress(Standing standing) {}
    }

    @AfterAll
    static void stop() {
        if (servers != null) {
            servers.close();
        }
    }

    @Test
    void stacks_all_areEqual() {
        assertEquals(List.of(), preflight.differences());
        assertEquals(13, servers.stacks().size());
    }

    @Test
    void stacks_all_wereSeenToDoTheSame() {
        Map<String, Set<String>> seen = new TreeMap<>();
        preflight
                .observed()
                .values()
                .forEach(facts -> facts.forEach((fact, value) ->
                        seen.computeIfAbsent(fact, first -> new TreeSet<>()).add(value)));
        assertEquals(Set.of("HTTP/1.1"), seen.get("HTTP version"));
        assertEquals(Set.of("on every page"), seen.get("keep-alive achieved"));
        assertEquals(Set.of("none"), seen.get("compression unasked"));
        assertEquals(Set.of("on", "not applicable (no PHP)"), seen.get("opcache seen"));
        preflight
                .observed()
                .forEach((stack, facts) -> assertEquals(
                        stack.endsWith("-tuned") ? "gzip" : "none", facts.get("compression when asked"), stack));
    }

    @Test
    void stacks_all_tellTheSameLinesOfTheFairnessSheet() {
        Set<Set<String>> lines = new LinkedHashSet<>();
        for (RunningStack stack : servers.stacks()) {
            Map<String, String> facts =
                    Servers.facts(stack, preflight.observed().get(stack.name()));
            facts.keySet().removeIf(fact -> fact.startsWith("php.ini "));
            lines.add(facts.keySet());
        }
        assertEquals(1, lines.size(), lines::toString);
    }

    /** As the kernel has them: it shortens what a server asks for to its own limit. */
    @Test
    void listenQueues_ofEveryServer_areAsLongAsTheKernelAllows() {
        String length = Long.toString(Math.min(4096, longestQueue));
        preflight.observed().forEach((stack, facts) -> {
            String told = facts.get("backlog");
            assertEquals(
                    Set.of(length),
                    Set.copyOf(List.of(told.replaceAll(" at [a-z-]+", "").split(", ", -1))),
                    stack + ": " + told);
            int listening = servers.stack(stack).listeners().size();
            assertEquals(listening, told.split(", ", -1).length, stack + ": " + told);
        });
    }

    @Test
    void databaseConnections_ofEachStack_areOpenedPerRequestByPhpOnly() {
        String kept = "none opened for a request, kept open between them";
        preflight
                .observed()
                .forEach((stack, facts) -> assertEquals(
                        isJava(stack) ? kept : "db: 1 opened for each request; db?persistent=1: " + kept,
                        facts.get("database connections"),
                        stack));
    }

    private static boolean isJava(String stack) {
        return stack.startsWith("jetty") || stack.equals("tomcat");
    }

    @Test
    void framing_ofEachStack_isAsDocumented() throws IOException {
        List<String> documented = Files.readAllLines(Path.of("docs", "parity.md")).stream()
                .dropWhile(line -> !line.equals("## Framing of all stacks"))
                .skip(1)
                .takeWhile(line -> !line.startsWith("#"))
                .filter(line -> line.startsWith("| "))
                .skip(1) // the head; the rule below it has no blank
                .toList();
        assertFalse(documented.isEmpty());
        assertEquals(String.join("\n", documented), String.join("\n", measured()));
    }

    /** One line for all pages of a stack that are framed alike in all forms; files are one page here. */
    private static List<String> measured() {
        List<String> lines = new ArrayList<>();
        for (RunningStack stack : servers.stacks()) {
            Map<String, List<String>> pages = new TreeMap<>();
            for (String page : pageNames()) {
                List<String> framings = preflight.rows().stream()
                        .filter(row ->
                                row.stack().equals(stack.name()) && row.page().equals(page))
                        .map(AllStacksParityIT::framing)
                        .toList();
                pages.computeIfAbsent(String.join(" | ", framings), first -> new ArrayList<>())
                        .add(page);
            }
            pages.forEach((framings, names) ->
                    lines.add("| " + stack.name() + " | " + inWords(names) + " | " + framings + " |"));
        }
        return lines;
    }

    private static List<String> pageNames() {
        return preflight.rows().stream().map(Row::page).distinct().toList();
    }

    private static String framing(Row row) {
        return row.framing() + (row.kept() ? ", kept" : "");
    }

    private static String inWords(List<String> names) {
        List<String> files =
                pageNames().stream().filter(page -> !isDynamic(page)).toList();
        List<String> words = new ArrayList<>(names.containsAll(files) ? List.of("files") : List.of());
        names.stream()
                .filter(name -> isDynamic(name) || !names.containsAll(files))
                .forEach(words::add);
        return String.join(", ", words);
    }

    private static boolean isDynamic(String page) {
        return PAGES.contains(page.replaceFirst("[?].*", ""));
    }
}
