package org.pagerace.store;

import java.util.Optional;

/**
 * What is known without asking the database.
 *
 * @param waiting requests that wait for a permit
 * @param maximum permits
 * @param shed requests refused because the queue was full or the wait too long
 * @param retries reads repeated on a fresh connection
 * @param pool absent where the container owns the pool
 * @param server absent until the first connection
 */
public record PoolStatus(
        boolean available,
        int waiting,
        int maximum,
        long shed,
        long retries,
        Optional<PoolFigures> pool,
        Optional<ServerInfo> server) {}
