package org.pagerace.stacks;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.pagerace.config.Home;

/**
 * What all stacks of a race are given alike: pages and database.
 *
 * @param webRoot folder of the static pages; WEB-INF, META-INF and classes in it are never copied
 * @param phpPages folder of the PHP pages
 * @param variables environment of every process, PAGERACE_DB_HOST and the like; may hold the database password
 * @param placeholders added to those of the descriptor; must not hold secrets
 * @param words placeholders that stand alone in a command and become several words, such as {@code java-command}
 */
public record StackEnvironment(
        Path webRoot,
        Path phpPages,
        Map<String, String> variables,
        Map<String, String> placeholders,
        Map<String, List<String>> words) {

    public StackEnvironment {
        variables = Map.copyOf(variables);
        placeholders = Map.copyOf(placeholders);
        words = Map.copyOf(words);
    }

    public StackEnvironment(
            Path webRoot, Path phpPages, Map<String, String> variables, Map<String, String> placeholders) {
        this(webRoot, phpPages, variables, placeholders, Map.of());
    }

    /** Returns the environment of this build without a database: /db fails on every stack. */
    public static StackEnvironment of(Home home) {
        return new StackEnvironment(
                home.root(),
                home.php().resolve("pages"),
                Map.of(),
                Map.of("home", home.root().toString()),
                Map.of("java-command", home.javaCommand(), "database-options", List.of("--db", "none")));
    }

    /**
     * Returns this with a database that every stack reaches over TCP: PHP through variables, Java through options.
     *
     * @param jdbcUrl without user and password
     */
    public StackEnvironment withDatabase(
            String jdbcUrl, String host, int port, String schema, String user, String password) {
        var variables = new LinkedHashMap<>(this.variables);
        variables.put("PAGERACE_DB_HOST", host);
        variables.put("PAGERACE_DB_PORT", Integer.toString(port));
        variables.put("PAGERACE_DB_NAME", schema);
        variables.put("PAGERACE_DB_USER", user);
        variables.put("PAGERACE_DB_PASSWORD", password);
        var words = new LinkedHashMap<>(this.words);
        words.put(
                "database-options",
                List.of("--db", jdbcUrl, "--db-user", user, "--db-password-file", "${run}/database-password"));
        return new StackEnvironment(webRoot, phpPages, variables, placeholders, words);
    }
}
