package org.pagerace.store;

import java.time.Duration;
import java.util.Optional;

/**
 * What the pool knows without asking the database.
 *
 * @param waiting requests that wait for a permit
 * @param shed requests refused because the queue was full or the wait too long
 * @param retries reads repeated on a fresh connection
 * @param server absent until the first connection
 */
public record PoolStatus(
        boolean available,
        int active,
        int idle,
        int total,
        int waiting,
        int maximum,
        Duration connectionTimeout,
        Duration maxLifetime,
        Duration keepalive,
        long shed,
        long retries,
        Optional<ServerInfo> server) {}
