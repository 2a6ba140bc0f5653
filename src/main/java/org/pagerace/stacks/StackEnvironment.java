package org.pagerace.stacks;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.pagerace.config.Home;
import org.pagerace.config.Secret;
import org.pagerace.process.Place;
import org.pagerace.process.ProcessException;

/**
 * What all stacks of a race are given alike: pages and database.
 *
 * @param webRoot folder of the static pages; WEB-INF, META-INF and classes in it are never copied
 * @param phpPages folder of the PHP pages
 * @param variables environment of every process; must not hold secrets, since /info.php shows them
 * @param database absent: /db fails on every stack
 * @param placeholders added to those of the descriptor; must not hold secrets
 * @param words placeholders that stand alone in a command and become several words, such as {@code java-command}
 * @param host the address that servers bind, placeholder {@code host}
 * @param prefix words before every command, which start it in another network; none: in that of this process
 */
public record StackEnvironment(
        Path webRoot,
        Path phpPages,
        Map<String, String> variables,
        Optional<Database> database,
        Map<String, String> placeholders,
        Map<String, List<String>> words,
        String host,
        List<String> prefix) {

    private static final String DISTRIBUTIONS = "distributions";
    private static final String CLIENT = "client";
    static final String CORES = "cores";

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
        prefix = List.copyOf(prefix);
    }

    /** The same on loopback. */
    public StackEnvironment(
            Path webRoot,
            Path phpPages,
            Map<String, String> variables,
            Optional<Database> database,
            Map<String, String> placeholders,
            Map<String, List<String>> words) {
        this(webRoot, phpPages, variables, database, placeholders, words, Place.HERE.host(), Place.HERE.prefix());
    }

    /** Returns the environment of this build without a database. */
    public static StackEnvironment of(Home home) {
        return new StackEnvironment(
                home.root(),
                home.php().resolve("pages"),
                Map.of(),
                Optional.empty(),
                Map.of(
                        "home",
                        home.root().toString(),
                        "war",
                        home.war().orElse(home.root()).toString(),
                        DISTRIBUTIONS,
                        home.beside(DISTRIBUTIONS).toString()),
                Map.of(
                        "java-command", home.javaCommand(),
                        "serve-command", home.serveCommand(),
                        "database-options", List.of("--db", "none")),
                Place.HERE.host(),
                Place.HERE.prefix());
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
        return new StackEnvironment(
                webRoot, phpPages, variables, Optional.of(database), placeholders, words, host, prefix);
    }

    /** Returns the same for servers in that place; who asks them becomes placeholder {@code client}, for access rules. */
    public StackEnvironment at(Place place) {
        var placeholders = new LinkedHashMap<>(this.placeholders);
        placeholders.put(CLIENT, place.client());
        return new StackEnvironment(
                webRoot, phpPages, variables, database, placeholders, words, place.host(), place.prefix());
    }

    /**
     * Returns the same for servers that are held to so many cores, which becomes placeholder {@code cores}: a server has as many
     * workers as on a machine of that size.
     *
     * @throws ProcessException it cannot be told which cores there are
     */
    public StackEnvironment onCores(int cores) throws ProcessException {
        var placeholders = new LinkedHashMap<>(this.placeholders);
        placeholders.put(CORES, Integer.toString(cores));
        List<String> held =
                Stream.concat(prefix.stream(), Place.ofCores(cores).stream()).toList();
        return new StackEnvironment(webRoot, phpPages, variables, database, placeholders, words, host, held);
    }
}
