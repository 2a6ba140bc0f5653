package org.pagerace.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pagerace.config.Keys;
import org.pagerace.config.PageQuery;
import org.pagerace.database.RealServer;

/** What a request costs the database, from the server's own log of all commands. */
class QueryLogIT {
    private static final int REQUESTS = 20;
    private static final int TRIES = 50;

    /** The pool checks a connection that nobody has used for so long: a ping, and no chatter. */
    private static final Duration UNCHECKED = Duration.ofMillis(500);

    /** Time if it is another than before, number of the connection, command, what it is about. */
    private static final Pattern ENTRY = Pattern.compile("[^\t]*\t+ *\\d+ ([A-Z][A-Za-z ]*?)\t(.*)");

    @TempDir
    private Path folder;

    @Test
    void db_pooledConnection_eachRequestIsOneExecutedSelect() throws Exception {
        Path log = folder.resolve("queries.log");
        try (RealServer database = RealServer.mariaDb(
                        folder.resolve("server"), Map.of(), "--general-log=ON", "--general-log-file=" + log);
                PageServer server = new PageServer(PageDatabase.home().root(), attributes(database))) {
            Patience.awaitConnected(server); // else its watch would be in the log too
            Patience.awaitStatus(server, 200);
            assertEquals(Collections.nCopies(REQUESTS, "Execute " + PageQuery.SQL), commandsOfUndisturbed(log, server));
        }
    }

    /** On one connection, so that it has prepared its statement by the first request. */
    private static Map<String, String> attributes(RealServer database) {
        Map<String, String> attributes = new HashMap<>(database.attributes(""));
        attributes.put(Keys.POOL_SIZE, "1");
        return attributes;
    }

    /** Asks until the requests were so quick that the pool had nothing to check. */
    private static List<String> commandsOfUndisturbed(Path log, PageServer server) throws Exception {
        for (int attempt = 0; attempt < TRIES; attempt++) {
            server.get("/db"); // used just now
            int before = commands(log).size();
            long startNanos = System.nanoTime();
            for (int i = 0; i < REQUESTS; i++) {
                assertEquals(200, server.get("/db").status());
            }
            if (System.nanoTime() - startNanos < UNCHECKED.toNanos()) {
                List<String> all = commands(log);
                return all.subList(before, all.size());
            }
        }
        throw new AssertionError(REQUESTS + " requests never took less than " + UNCHECKED.toMillis() + " ms");
    }

    private static List<String> commands(Path log) throws IOException {
        try (Stream<String> lines = Files.lines(log, StandardCharsets.UTF_8)) {
            List<String> commands = lines.map(ENTRY::matcher)
                    .filter(Matcher::matches)
                    .map(entry -> entry.group(1) + " " + entry.group(2))
                    .toList();
            assertTrue(commands.stream().anyMatch(command -> command.startsWith("Prepare ")), commands::toString);
            return commands;
        }
    }
}
