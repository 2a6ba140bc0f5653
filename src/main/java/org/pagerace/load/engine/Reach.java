package org.pagerace.load.engine;

import java.io.IOException;
import org.pagerace.result.FailureKind;

/** Whether one worker reached its targets, and what kept it from that. Its thread writes; the last reasons are for all. */
final class Reach {
    private boolean connected;
    private long failures;
    private volatile FailureKind lastFailure = FailureKind.OK;
    private volatile String lastTlsFailure = "";

    void onConnected() {
        connected = true;
    }

    void onFailure(FailureKind kind) {
        failures++;
        lastFailure = kind;
    }

    void onTlsFailure(IOException e) {
        lastTlsFailure = String.valueOf(e.getMessage());
    }

    boolean isConnected() {
        return connected;
    }

    long failures() {
        return failures;
    }

    /** Returns the latest reason why a connect failed, OK if none did; from any thread. */
    FailureKind lastFailure() {
        return lastFailure;
    }

    /** Returns what the last failed TLS handshake said, nothing if none failed; from any thread. */
    String lastTlsFailure() {
        return lastTlsFailure;
    }
}
