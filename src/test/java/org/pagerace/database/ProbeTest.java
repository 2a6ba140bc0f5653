package org.pagerace.database;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pagerace.config.JdbcUrl;

class ProbeTest {
    private static final JdbcUrl URL = JdbcUrl.parse("jdbc:mysql://127.0.0.1:3306/bench", false);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1045 | 28000 | Access denied                                | --db-password-file",
                "1698 | 28000 | Access denied                                | name another one with --db-user",
                "1044 | 42000 | Access denied for user to database           | GRANT SELECT ON bench.*",
                "1049 | 42000 | Unknown database                             | has no schema 'bench'",
                "1146 | 42S02 | Table 'bench.article' doesn't exist          | sql/data.sql",
                "1193 | HY000 | Unknown system variable transaction_isolation| 11.4 and later",
                "0    | 08001 | Public Key Retrieval is not allowed          | sslMode=REQUIRED",
                "0    | 08S01 | Communications link failure                  | cannot reach the database",
                "1205 | HY000 | Lock wait timeout                            | Lock wait timeout"
            })
    void explain_failure_namesTheRemedy(int code, String state, String message, String expected) {
        String line = Probe.explain(URL, "bench", new SQLException(message, state, code));
        assertTrue(line.contains(expected), line);
    }
}
