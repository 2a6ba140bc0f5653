package org.pagerace.store;

import java.time.Duration;

/** What our own pool says of itself: numbers of connections, and its limits. */
public record PoolFigures(
        int active, int idle, int total, Duration connectionTimeout, Duration maxLifetime, Duration keepalive) {}
