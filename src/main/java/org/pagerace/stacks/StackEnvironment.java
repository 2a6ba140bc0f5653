package org.pagerace.stacks;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.pagerace.config.Home;
import org.pagerace.config.Secret;

/**
 * What all stacks of a race are given alike: pages and database.
 *
 * @param webRoot folder of the static pages; WEB-INF, META-INF and classes in it are never copied
 * @param phpPages folder of the PHP pages
 * @param variables environment of every process; must not hold secrets, since /info.php shows them
 * @param database absent: /db fails on every stack
 * @param placeholders added to those of the descriptor; must not hold secrets
 * @param words placeholders that stand alone in a command and become several words, such as {@code java-command}
 * @param host the one address that every server listens on
 */
public record StackEnvironment(
        Path webRoot,
        Path phpPages,
        Map<String, String> variables,
        Optional<Database> database,
        Map<String, String> placeholders,
        Map<String, List<String>> words,
        String host) {

    /** Where servers listen unless the race has a line of its own between client and servers. */
    public static final String LOOPBACK = "127.0.0.1";

    private static final String DISTRIBUTIONS = "distributions";

    /**
     * The one database, which every stack reaches over TCP: PHP through variables, Java through options.
     *
     * @param jdbcUrl without user and password
     */
    public record Database(String jdbcUrl, String host, int port, String schema, String user, Secret password) {}

    public StackEnvironment {
        variables = Map.copyOf(variables);
        placeholders = Map.copyOf(placeholders);
        words = Map.copyOf(words);
    }

    /** The same on loopback. */
    public StackEnvironment(
            Path webRoot,
            Path phpPages,
            Map<String, String> variables,
            Optional<Database> database,
            Map<String, String> placeholders,
            Map<String, List<String>> words) {
        this(webRoot, phpPages, variables, database, placeholders, words, LOOPBACK);
    }

    /** Returns the same for servers that listen elsewhere. */
    public StackEnvironment withHost(String host) {
        return new StackEnvironment(webRoot, phpPages, variables, database, placeholders, words, host);
    }

    /** Returns the environment of this build without a database. */
    public static StackEnvironment of(Home home) {
        return new StackEnvironment(
                home.root(),
                home.php().resolve("pages"),
                Map.of(),
                Optional.empty(),
                Map.of(
                        "home", home.root().toString(),
                        "war", home.war().orElse(home.root()).toString(),
                        "distributions", home.beside(DISTRIBUTIONS).toString()),
                Map.of("java-command", home.javaCommand(), "database-options", List.of("--db", "none")));
    }

    public StackEnvironment withDatabase(Database database) {
        var words = new LinkedHashMap<>(this.words);
        words.put(
                "database-options",
                List.of(
                        "--db",
                        database.jdbcUrl(),
                        "--db-user",
                        database.user(),
                        "--db-password-file",
                        "${run}/" + DatabaseHandover.PLAIN_FILE));
        return new StackEnvironment(webRoot, phpPages, variables, Optional.of(database), placeholders, words, host);
    }
}
