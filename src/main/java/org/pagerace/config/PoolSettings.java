package org.pagerace.config;

import java.time.Duration;

/**
 * How many requests use the database at once, and how long others wait.
 *
 * @param size requests that may use the database at once, and connections of our own pool; 1 to 1,000
 * @param queueLength requests that may wait for that; 0 to 100,000. The default holds more clients than any of the
 *     classic tests has: a healthy database must never cause a 503
 * @param queueTimeout the longest such wait; 0 to 60 s. A thousand clients of a JVM that has just started, on a busy
 *     machine with two cores, have waited for more than 5 s
 * @param connectionTimeout the longest wait for a connection of our own pool; 250 ms, below which HikariCP refuses, to
 *     60 s
 */
public record PoolSettings(int size, int queueLength, Duration queueTimeout, Duration connectionTimeout) {
    private static final Duration LONGEST = Duration.ofSeconds(60);

    static PoolSettings read(SettingsSource source) {
        return new PoolSettings(
                source.integer(Keys.POOL_SIZE, 10, 1, 1_000),
                source.integer(Keys.QUEUE_LENGTH, 4096, 0, 100_000),
                source.duration(Keys.QUEUE_TIMEOUT, Duration.ofSeconds(10), Duration.ZERO, LONGEST),
                source.duration(Keys.CONNECTION_TIMEOUT, Duration.ofSeconds(2), Duration.ofMillis(250), LONGEST));
    }
}
