package org.pagerace;

import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Assumptions;

/** Real servers of the system that tests compare with, which the build cannot bring along. */
public final class Peers {
    private Peers() {}

    /** Skips the test with the reason if a peer is missing; fails it where PAGERACE_PEERS=required counts on them. */
    public static void require(boolean installed, String reason) {
        if (!installed && "required".equals(System.getenv("PAGERACE_PEERS"))) {
            fail(reason);
        }
        Assumptions.assumeTrue(installed, reason);
    }
}
