package org.pagerace.load.engine;

/**
 * What a run under way lets others see.
 *
 * @param started in the measured part, as are {@code ok} and {@code ended}
 * @param receivedBytes in the measured part
 * @param connectFailures since the very start
 * @param connected whether any connect has ever succeeded
 */
public record WorkerView(
        long started, long ok, long ended, long receivedBytes, long connectFailures, boolean connected) {
    static final WorkerView START = new WorkerView(0, 0, 0, 0, 0, false);

    WorkerView plus(WorkerView other) {
        return new WorkerView(
                started + other.started,
                ok + other.ok,
                ended + other.ended,
                receivedBytes + other.receivedBytes,
                connectFailures + other.connectFailures,
                connected || other.connected);
    }
}
