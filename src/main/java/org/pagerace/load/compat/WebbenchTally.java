package org.pagerace.load.compat;

import static org.pagerace.load.stats.RequestSample.NONE;

import java.util.Arrays;
import org.pagerace.load.stats.RequestLog;
import org.pagerace.load.stats.RequestSample;

/**
 * Counts as webbench's processes count, one per connection slot. A slot belongs to one worker, so its figures have one
 * writer; they are read after the run.
 */
final class WebbenchTally implements RequestLog {
    private final boolean force;
    private final int[] pages;
    private final int[] failures;
    private final long[] bytes;
    private final boolean[] cutOff;
    private final long[] firstBegin;

    /** @param force whether answers are not read, so that none is cut off either */
    WebbenchTally(int clients, boolean force) {
        this.force = force;
        pages = new int[clients];
        failures = new int[clients];
        bytes = new long[clients];
        cutOff = new boolean[clients];
        firstBegin = new long[clients];
        Arrays.fill(firstBegin, NONE);
    }

    @Override
    public void onEnd(RequestSample sample) {
        int client = sample.slot;
        bytes[client] += sample.headBytes + sample.bodyBytes;
        if (firstBegin[client] == NONE) {
            firstBegin[client] = sample.beginNanos;
        }
        switch (sample.kind) {
            case OK, HTTP_4XX, HTTP_5XX, WRONG_BODY, SHORT_BODY, PROTOCOL -> pages[client]++;
            case ABORTED_AT_END -> {
                if (sample.sendNanos != NONE) { // the page that the alarm cuts off counts as read
                    pages[client]++;
                    cutOff[client] = !force;
                }
            }
            default -> failures[client]++;
        }
    }

    /** Pages of all clients. */
    int pages() {
        return Arrays.stream(pages).sum();
    }

    /** Pages of the client whose result is read last. */
    int pagesOfLastClient() {
        return pages[pages.length - 1];
    }

    /** Failures of all clients; each takes one back, as the one that it thinks its alarm has caused. */
    int failures() {
        return Arrays.stream(failures).map(count -> Math.max(0, count - 1)).sum();
    }

    /** How many failures were taken back. */
    int forgivenFailures() {
        return Arrays.stream(failures).map(count -> Math.min(1, count)).sum();
    }

    /** How many pages were cut off at the end and counted all the same. */
    int pagesCutOff() {
        int count = 0;
        for (boolean cut : cutOff) {
            count += cut ? 1 : 0;
        }
        return count;
    }

    /** Bytes as 32 bits hold them, for each client and for all: from 2 GiB on the sum is wrong. */
    int bytes32() {
        int sum = 0;
        for (long one : bytes) {
            sum += (int) one;
        }
        return sum;
    }

    long bytes() {
        return Arrays.stream(bytes).sum();
    }

    /** Between the first requests of the first client and of the last one to begin. */
    long startSpreadNanos() {
        var begun = Arrays.stream(firstBegin).filter(nanos -> nanos != NONE).summaryStatistics();
        return begun.getCount() == 0 ? 0 : begun.getMax() - begun.getMin();
    }
}
