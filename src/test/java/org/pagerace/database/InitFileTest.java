package org.pagerace.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InitFileTest {
    private static final InitFile FILE = new InitFile("bench", "page", List.of("127.0.0.1"), "s3cret-_");

    @TempDir
    private Path sql;

    @Test
    void render_scripts_followTheAccount() throws IOException {
        scripts("CREATE TABLE IF NOT EXISTS t (id INT);", "REPLACE INTO t VALUES (1);");
        assertEquals("""
                CREATE DATABASE IF NOT EXISTS bench CHARACTER SET utf8mb4;
                CREATE OR REPLACE USER 'page'@'127.0.0.1' IDENTIFIED BY 's3cret-_';
                GRANT SELECT ON bench.* TO 'page'@'127.0.0.1';
                USE bench;
                CREATE TABLE IF NOT EXISTS t (id INT);
                REPLACE INTO t VALUES (1);
                """, FILE.render(sql));
    }

    @Test
    void render_statementBeyondTheServersLimit_namesIt() throws IOException {
        scripts("SELECT 1;", "SELECT 2; SELECT '" + "é".repeat(InitFile.STATEMENT_LIMIT_BYTES / 2) + "';");
        String message =
                assertThrows(DatabaseException.class, () -> FILE.render(sql)).getMessage();
        assertTrue(message.startsWith("statement 2 of " + sql.resolve("data.sql") + " has 60009 bytes"), message);
    }

    @Test
    void render_missingScript_namesIt() {
        String message =
                assertThrows(DatabaseException.class, () -> FILE.render(sql)).getMessage();
        assertTrue(message.contains("schema.sql"), message);
    }

    @Test
    void new_passwordThatNeedsQuoting_isRefused() {
        assertThrows(IllegalArgumentException.class, () -> new InitFile("bench", "page", List.of("127.0.0.1"), "a'b"));
    }

    private void scripts(String schema, String data) throws IOException {
        Files.writeString(sql.resolve("schema.sql"), schema);
        Files.writeString(sql.resolve("data.sql"), data);
    }
}
