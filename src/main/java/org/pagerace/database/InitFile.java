package org.pagerace.database;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.pagerace.config.Reason;

/**
 * The SQL that the server runs at every start: the schema, its user, who may read it and nothing else, and the rows.
 *
 * @param hosts addresses from which the user may come; the server resolves no names, so localhost would not match
 * @param password written into SQL, so letters, digits, '-' and '_' only
 */
record InitFile(String schema, String user, List<String> hosts, String password) {
    /** MariaDB refuses more in one statement of its init file (error 1105). */
    static final int STATEMENT_LIMIT_BYTES = 60_000;

    private static final List<String> SCRIPTS = List.of("schema.sql", "data.sql");

    InitFile {
        hosts = List.copyOf(hosts);
        if (!password.matches("[A-Za-z0-9_-]+")) {
            throw new IllegalArgumentException("the generated password must have only letters, digits, '-' and '_'");
        }
    }

    /** Returns the file's text, made from the scripts in the folder {@code sql}. */
    String render(Path sql) throws DatabaseException {
        var text = new StringBuilder();
        for (String statement : accounts()) {
            append(text, statement);
        }
        for (String script : SCRIPTS) {
            List<String> statements = SqlScript.statements(read(sql.resolve(script)));
            for (int i = 0; i < statements.size(); i++) {
                int bytes = statements.get(i).getBytes(StandardCharsets.UTF_8).length;
                if (bytes > STATEMENT_LIMIT_BYTES) {
                    throw new DatabaseException("statement " + (i + 1) + " of " + sql.resolve(script) + " has " + bytes
                            + " bytes, but the server takes " + STATEMENT_LIMIT_BYTES
                            + " at most; split it into several");
                }
                append(text, statements.get(i));
            }
        }
        return text.toString();
    }

    private List<String> accounts() {
        List<String> statements = new ArrayList<>();
        statements.add("CREATE DATABASE IF NOT EXISTS " + schema + " CHARACTER SET utf8mb4");
        for (String host : hosts) {
            String account = "'" + user + "'@'" + host + "'";
            // anew at every start: whatever rights it had are gone, and the password is the one of our file
            statements.add("CREATE OR REPLACE USER " + account + " IDENTIFIED BY '" + password + "'");
            statements.add("GRANT SELECT ON " + schema + ".* TO " + account);
        }
        statements.add("USE " + schema);
        return statements;
    }

    private static void append(StringBuilder text, String statement) {
        text.append(statement).append(";\n");
    }

    private static String read(Path script) throws DatabaseException {
        try {
            return Files.readString(script);
        } catch (IOException e) {
            throw new DatabaseException(
                    "cannot read " + script + " (" + Reason.of(e, script) + "); it is part of pagerace.war, so"
                            + " start again or build anew",
                    e);
        }
    }
}
