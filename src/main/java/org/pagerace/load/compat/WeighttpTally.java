package org.pagerace.load.compat;

import static org.pagerace.load.stats.RequestSample.NONE;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.pagerace.load.stats.RequestLog;
import org.pagerace.load.stats.RequestSample;
import org.pagerace.result.FailureKind;

/** Counts as weighttp counts. Each worker has its own figures, which are summed when all have ended. */
final class WeighttpTally implements RequestLog {
    private final Counts[] counts;
    private final FirstThread progress;

    /** Told how far the first thread is. */
    interface FirstThread {
        void onDone(long requests);
    }

    /** The figures of one worker, and with {@link #add} of all. */
    static final class Counts {
        long started;
        long done;
        long succeeded;
        long failed;
        long status2xx;
        long status3xx;
        long status4xx;
        long status5xx;
        long bytes;
        long bodyBytes;
        /** Whole answers that weighttp nevertheless calls failed, for want of a length or of HTTP/1.1. */
        long disliked;
        /** Errors below HTTP: what "errored" should say. */
        long errors;

        private void add(Counts other) {
            started += other.started;
            done += other.done;
            succeeded += other.succeeded;
            failed += other.failed;
            status2xx += other.status2xx;
            status3xx += other.status3xx;
            status4xx += other.status4xx;
            status5xx += other.status5xx;
            bytes += other.bytes;
            bodyBytes += other.bodyBytes;
            disliked += other.disliked;
            errors += other.errors;
        }
    }

    WeighttpTally(int threads, FirstThread progress) {
        counts = new Counts[threads];
        for (int i = 0; i < threads; i++) {
            counts[i] = new Counts();
        }
        this.progress = progress;
    }

    @Override
    public boolean needsHead() {
        return true;
    }

    @Override
    public void onEnd(RequestSample sample) {
        Counts mine = counts[sample.worker];
        mine.started += sample.sendNanos != NONE || sample.kind != FailureKind.ABORTED_AT_END ? 1 : 0;
        mine.bytes += sample.headBytes + sample.bodyBytes;
        if (sample.kind == FailureKind.ABORTED_AT_END) {
            return;
        }
        mine.done++;
        countStatus(mine, sample.status);
        boolean whole = sample.kind == FailureKind.OK
                || sample.kind == FailureKind.HTTP_4XX
                || sample.kind == FailureKind.HTTP_5XX;
        boolean liked = sample.persistent || isUnderstood(sample);
        if (sample.kind == FailureKind.OK && liked) {
            mine.succeeded++;
            mine.bodyBytes += sample.bodyBytes;
        } else {
            mine.failed++;
            mine.disliked += whole && !liked ? 1 : 0;
            mine.errors += whole ? 0 : 1;
        }
        if (sample.worker == 0) {
            progress.onDone(mine.done);
        }
    }

    private static void countStatus(Counts mine, int status) {
        if (status >= 200 && status < 300) {
            mine.status2xx++;
        } else if (status > 0 && status < 400) {
            mine.status3xx++;
        } else if (status >= 500) {
            mine.status5xx++;
        } else if (status >= 400) {
            mine.status4xx++;
        }
    }

    /** Whether an answer that closes its connection is HTTP/1.1 and has a length or chunks. */
    private static boolean isUnderstood(RequestSample sample) {
        String head =
                new String(sample.head, 0, sample.headLength, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
        return head.startsWith("http/1.1")
                && (head.contains("\ncontent-length:") || head.contains("\ntransfer-encoding:"));
    }

    /** Returns the sums; call it after the run. */
    Counts total() {
        var total = new Counts();
        for (Counts one : counts) {
            total.add(one);
        }
        return total;
    }
}
