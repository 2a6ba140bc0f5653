package org.pagerace.config;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * How the pages reach the database, and how long a request may wait for it.
 *
 * @param url checked against the allow-list, with our own properties added
 * @param poolSize connections, and requests that may use the database at once; 1 to 1,000
 * @param queueLength requests that may wait for one of them; 0 to 100,000. The default holds more clients than any of
 *     the classic tests has: a healthy database must never cause a 503
 * @param queueTimeout the longest such wait; 0 to 60 s
 * @param connectionTimeout the longest wait for a connection of the pool; 250 ms, below which HikariCP refuses, to 60 s
 */
public record DatabaseSettings(
        JdbcUrl url,
        String user,
        Secret password,
        int poolSize,
        int queueLength,
        Duration queueTimeout,
        Duration connectionTimeout) {

    static final int DEFAULT_POOL_SIZE = 10;
    static final int DEFAULT_QUEUE_LENGTH = 4096;
    static final Duration DEFAULT_QUEUE_TIMEOUT = Duration.ofSeconds(5);
    static final Duration DEFAULT_CONNECTION_TIMEOUT = Duration.ofSeconds(2);

    private static final Duration LONGEST = Duration.ofSeconds(60);

    public DatabaseSettings {
        Objects.requireNonNull(url, "url");
        Objects.requireNonNull(user, "user");
        Objects.requireNonNull(password, "password");
    }

    /** Returns the settings for a database, everything else by default. */
    public static DatabaseSettings of(String jdbcUrl, String user, String password) {
        return new DatabaseSettings(
                JdbcUrl.parse(jdbcUrl, false),
                user,
                new Secret(password),
                DEFAULT_POOL_SIZE,
                DEFAULT_QUEUE_LENGTH,
                DEFAULT_QUEUE_TIMEOUT,
                DEFAULT_CONNECTION_TIMEOUT);
    }

    /** Checks the settings without a database as well; only its password is not looked for then. */
    static Optional<DatabaseSettings> read(SettingsSource source, Optional<SettingsSource.Setting> url) {
        boolean keyRetrieval = source.flag(Keys.ALLOW_PUBLIC_KEY_RETRIEVAL, false);
        int poolSize = source.integer(Keys.POOL_SIZE, DEFAULT_POOL_SIZE, 1, 1_000);
        int queueLength = source.integer(Keys.QUEUE_LENGTH, DEFAULT_QUEUE_LENGTH, 0, 100_000);
        Duration queueTimeout = source.duration(Keys.QUEUE_TIMEOUT, DEFAULT_QUEUE_TIMEOUT, Duration.ZERO, LONGEST);
        Duration connectionTimeout =
                source.duration(Keys.CONNECTION_TIMEOUT, DEFAULT_CONNECTION_TIMEOUT, Duration.ofMillis(250), LONGEST);
        return url.map(setting -> new DatabaseSettings(
                setting.parse(text -> JdbcUrl.parse(text, keyRetrieval)),
                source.text(Keys.USER, "bench"),
                PasswordSource.read(source),
                poolSize,
                queueLength,
                queueTimeout,
                connectionTimeout));
    }
}
