package org.pagerace;

import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Assumptions;

/** Real servers of the system that tests compare with, which the build cannot bring along. */
public final class Peers {
    private Peers() {}

    /** Skips the test with the reason if a peer is missing; fails it where PAGERACE_PEERS=required counts on them. */
    public static void require(boolean installed, String reason) {
        require(installed, "PAGERACE_PEERS", reason);
    }

    /** As {@link #require}, of what no package brings: network namespaces with shapers, which a container may not have. */
    public static void requireNamespaces(boolean allowed, String reason) {
        require(allowed, "PAGERACE_NAMESPACES", reason);
    }

    private static void require(boolean there, String variable, String reason) {
        if (!there && "required".equals(System.getenv(variable))) {
            fail(reason);
        }
        Assumptions.assumeTrue(there, reason);
    }
}
