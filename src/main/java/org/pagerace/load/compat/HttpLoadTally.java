package org.pagerace.load.compat;

import static org.pagerace.load.stats.RequestSample.NONE;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;
import org.pagerace.load.stats.RequestLog;
import org.pagerace.load.stats.RequestSample;

/** Counts as http_load counts, faults included; one fetch after another as they end, on one thread. */
final class HttpLoadTally implements RequestLog {
    private static final long NANOS_PER_MICRO = 1000;
    private static final int UNKNOWN = -1;

    private final HttpLoadOptions options;
    private final PrintStream err;
    private final long[] reference; // by URL: bytes or checksum of its first finished fetch
    private final int[] referenceStatus; // of that fetch; UNKNOWN before it
    private final SortedMap<Integer, Integer> codes = new TreeMap<>();
    private final Times connects = new Times();
    private final Times responses = new Times();

    private int started;
    private int fetches;
    private long bytes;
    private int timeouts;
    private int bad;
    private int referenceErrors; // URLs whose reference is no good answer
    private long firstNanos = Long.MAX_VALUE; // when the first fetch began
    private long lastNanos; // when the last complete one ended

    /** Sum and extremes in microseconds. */
    static final class Times {
        private long sum;
        private int count;
        private long most;
        private long least = 1_000_000_000;

        private void add(long micros) {
            sum += micros;
            count++;
            most = Math.max(most, micros);
            least = Math.min(least, micros);
        }

        int count() {
            return count;
        }

        /** In milliseconds, through single precision. */
        double mean() {
            return (float) sum / (float) count / 1000.0;
        }

        double most() {
            return (float) most / 1000.0;
        }

        double least() {
            return (float) least / 1000.0;
        }
    }

    /** @param err takes a line for each wrong fetch, as it ends */
    HttpLoadTally(HttpLoadOptions options, PrintStream err) {
        this.options = options;
        this.err = err;
        reference = new long[options.urls().size()];
        referenceStatus = new int[options.urls().size()];
        Arrays.fill(referenceStatus, UNKNOWN);
    }

    @Override
    public boolean needsChecksum() {
        return options.checksum();
    }

    @Override
    public void onEnd(RequestSample sample) {
        started++;
        firstNanos = Math.min(firstNanos, sample.beginNanos);
        String url = options.urls().get(sample.target).text();
        switch (sample.kind) {
            case ABORTED_AT_END -> { // http_load ends at once: what is under way is in no figure
                return;
            }
            case NO_PORT -> {
                onNoSlot(url, "Cannot assign requested address");
                return;
            }
            case NO_FD -> {
                onNoSlot(url, "Too many open files");
                return;
            }
            case REFUSED -> err.print(url + ": Connection refused\n");
            case CONNECT_TIMEOUT, FIRST_BYTE_TIMEOUT, TOTAL_TIMEOUT -> {
                err.print(url + ": timed out\n");
                timeouts++;
            }
            default -> {}
        }
        finish(sample, url);
    }

    /** The connect fails at once: the slot is free again and no fetch was completed. */
    private void onNoSlot(String url, String why) {
        err.print(url + ": " + why + "\n");
    }

    private void finish(RequestSample sample, String url) {
        fetches++;
        bytes += sample.bodyBytes;
        lastNanos = Math.max(lastNanos, sample.endNanos);
        if (sample.sendNanos != NONE) {
            connects.add((sample.sendNanos - sample.beginNanos) / NANOS_PER_MICRO);
        }
        if (sample.firstByteNanos != NONE) {
            responses.add((sample.firstByteNanos - sample.sendNanos) / NANOS_PER_MICRO);
        }
        if (sample.status > 0) {
            codes.merge(sample.status, 1, Integer::sum);
        }
        compare(sample, url);
    }

    private void compare(RequestSample sample, String url) {
        long value = options.checksum() ? sample.crc32c : sample.bodyBytes;
        if (referenceStatus[sample.target] == UNKNOWN) {
            reference[sample.target] = value;
            referenceStatus[sample.target] = sample.status;
            referenceErrors += sample.status / 100 == 2 ? 0 : 1;
        } else if (value != reference[sample.target]) {
            err.print(url + (options.checksum() ? ": checksum wrong\n" : ": byte count wrong\n"));
            bad++;
        }
    }

    /** How many fetches have begun. */
    int started() {
        return started;
    }

    int fetches() {
        return fetches;
    }

    long bytes() {
        return bytes;
    }

    int timeouts() {
        return timeouts;
    }

    int bad() {
        return bad;
    }

    Times connects() {
        return connects;
    }

    Times responses() {
        return responses;
    }

    SortedMap<Integer, Integer> codes() {
        return codes;
    }

    /** From the first connect to the end of the last complete fetch. */
    Duration elapsed() {
        return Duration.ofNanos(Math.max(0, lastNanos - firstNanos));
    }

    /** How many fetches have no status: http_load does not say it. */
    int withoutCode() {
        return fetches - codes.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** How many URLs are measured by a first fetch that was not a 2xx answer. */
    int referenceErrors() {
        return referenceErrors;
    }

    /** The reference of a URL; it has one if it was fetched. */
    long reference(int url) {
        return reference[url];
    }

    /** The status of the fetch that set it, 0 if that had none, -1 if it was never fetched. */
    int referenceStatus(int url) {
        return referenceStatus[url];
    }
}
