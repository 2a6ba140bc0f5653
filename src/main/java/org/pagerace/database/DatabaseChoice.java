package org.pagerace.database;

import org.pagerace.config.JdbcUrl;

/** Which database to use. */
public sealed interface DatabaseChoice {
    /** The MariaDB of the carrier archive, started as our child. */
    record Embedded() implements DatabaseChoice {}

    /** An installed MariaDB, started as our child on a data folder of its own. */
    @SuppressWarnings("JavaLangClash") // it is the word of --db system, and is always written with its interface
    record System() implements DatabaseChoice {}

    /** No database: {@code /db} answers 503. */
    record None() implements DatabaseChoice {}

    /** A running server. */
    record Url(String jdbcUrl, String user, String password) implements DatabaseChoice {
        /** Without the password, so that a log line never tells it. */
        @Override
        public String toString() {
            return "Url[" + jdbcUrl + ", " + user + "]";
        }
    }

    /**
     * Returns the choice that {@code text} names: embedded, system, none, or a JDBC URL,
     * with user and password "bench" unless told otherwise.
     *
     * @throws IllegalArgumentException with the four possibilities, when it is none of them, or with what is wrong with
     *     the URL
     */
    static DatabaseChoice parse(String text) {
        return switch (text) {
            case "embedded" -> new Embedded();
            case "system" -> new System();
            case "none" -> new None();
            default -> {
                if (!text.startsWith("jdbc:")) {
                    throw new IllegalArgumentException("database must be embedded, system, none or a JDBC URL like"
                            + " jdbc:mysql://127.0.0.1:3306/bench, but is '" + text + "'");
                }
                JdbcUrl.parse(text, false); // now, while it is a wrong word on the command line and nothing is started
                yield new Url(text, "bench", "bench"); // what the PHP pages assume, too
            }
        };
    }
}
