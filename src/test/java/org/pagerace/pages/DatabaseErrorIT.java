package org.pagerace.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pagerace.config.Keys;
import org.pagerace.database.RealServer;

/** A database that is there, and answers the page's query with an error. */
class DatabaseErrorIT {
    @TempDir
    private static Path folder;

    private static RealServer database;

    @BeforeAll
    static void start() throws Exception {
        database = RealServer.mariaDbWith(folder.resolve("server"), """
                CREATE DATABASE empty;
                GRANT SELECT ON empty.* TO 'bench'@'127.0.0.1';
                CREATE DATABASE closed;
                CREATE TABLE closed.article LIKE bench.article;
                GRANT SELECT (id) ON closed.article TO 'bench'@'127.0.0.1';
                """);
    }

    @AfterAll
    static void stop() {
        database.close();
    }

    @ParameterizedTest
    @CsvSource({"empty, Table 'empty.article' doesn't exist", "closed, SELECT command denied"})
    void db_queryFails_is500WithAnIdOfTheLog(String schema, String cause) throws Exception {
        Map<String, String> attributes = new HashMap<>(database.attributes("sslMode=DISABLED"));
        attributes.computeIfPresent(Keys.URL, (key, url) -> url.replace("/bench", "/" + schema));
        try (var log = new LogLines("org.pagerace.pages");
                var server = new PageServer(PageDatabase.home().root(), attributes)) {
            Answer answer = server.get("/db");
            assertEquals(500, answer.status());
            assertEquals("500 error\n", answer.latin());
            assertNull(answer.header("Retry-After"), "another try cannot succeed");
            String id = answer.header("X-Error-Id");
            assertTrue(id.matches("[0-9a-f]{8}"), id);
            assertEquals(cause, log.causeOf("error " + id, cause.length()), "the details are in the log alone");
            assertTrue(!answer.headers().toString().contains(schema), answer::toString);
        }
    }

    @Test
    void db_headOfAFailure_hasItsHeadersAlone() throws Exception {
        Map<String, String> attributes = new HashMap<>(database.attributes("sslMode=DISABLED"));
        attributes.computeIfPresent(Keys.URL, (key, url) -> url.replace("/bench", "/empty"));
        try (var server = new PageServer(PageDatabase.home().root(), attributes)) {
            Answer answer = server.send("HEAD", "/db");
            assertEquals(500, answer.status());
            assertEquals("10", answer.header("Content-Length"));
            assertEquals("", answer.latin());
        }
    }
}
