package org.pagerace.load.compat;

import static org.pagerace.load.stats.RequestSample.NONE;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.pagerace.load.stats.RequestSample;
import org.pagerace.load.stats.TlsFacts;

/** Counts as ab counts, faults included; one request after another as they end, on one thread. */
final class AbTally {
    /*
     * Recorded from ab 2.3 on Linux:
     *
     * - A reset adds one to Receive and one to Failed; the connection is then closed as if it were complete, which adds
     *   one to Length and to Failed if no byte is not the reference length; and the poll's error flag adds one to
     *   Exceptions and to Failed. One broken connection counts three times.
     * - A refused connection does the same, but the error flag makes ab read its *next* connection at once, which on
     *   loopback is refused already: of every two refused ones, one is an exception.
     * - The reference length is set while exactly one good response has ended: a reset right after it sets it to 0.
     */

    private static final int NANOS_PER_MICRO = 1000;
    private static final int MOST_FAILURES = 10;
    private static final int LONGEST_SERVER_NAME = 1024;
    /** ab's buffer for a head, and what comes with it. */
    static final int LARGEST_HEAD = 8191;

    private static final byte[] KEEP_ALIVE = "keep-alive".getBytes(StandardCharsets.US_ASCII);

    private final AbOptions options;
    private final PrintStream out;
    private final PrintStream err;
    private final AbTimes times = new AbTimes();
    private final Set<Integer> readAtOnce = new HashSet<>(); // slots whose next refusal is no exception

    private int good;
    private int failed;
    private int connectErrors;
    private int receiveErrors;
    private int lengthErrors;
    private int exceptions;
    private int notSuccess;
    private int keptAlive;
    private int keptUnsaid;
    private long documentLength;
    private long receivedBytes;
    private long bodyBytes;
    private long sentRequests;
    private long firstNanos = Long.MAX_VALUE; // when the first request began
    private long lastNanos; // when the last complete one ended
    private int brokenSamples;
    private int firstStatus;
    private String server; // null before the first response
    private Abort abort; // null unless the run has to end
    private boolean timedOut;
    private TlsFacts tls; // null before the first handshake

    /** The end of a run without a report. */
    record Abort(String err, int status) {}

    /** @param out for what {@code -v} writes, {@code err} for progress; both while the run goes on */
    AbTally(AbOptions options, PrintStream out, PrintStream err) {
        this.options = options;
        this.out = out;
        this.err = err;
    }

    /** Counts one more; what comes after an abort no longer counts. */
    void accept(RequestSample sample) {
        if (abort != null) {
            return;
        }
        firstNanos = Math.min(firstNanos, sample.beginNanos);
        receivedBytes += sample.headBytes + sample.bodyBytes;
        bodyBytes += sample.bodyBytes;
        if (sample.sendNanos != NONE) {
            sentRequests++;
        }
        if (sample.headLength > 0) {
            onHead(sample);
        }
        switch (sample.kind) {
            case OK, HTTP_4XX, HTTP_5XX, WRONG_BODY -> onResponse(sample, options.keepAlive() && isKept(sample));
            case SHORT_BODY, PROTOCOL -> onResponse(sample, false);
            case RESET_BEFORE_RESPONSE, RESET_MID_BODY -> {
                if (sample.closedInOrder) { // for ab an answer of no bytes
                    onResponse(sample, false);
                } else {
                    onReset(sample, "Connection reset by peer", 104);
                }
            }
            case REFUSED -> onReset(sample, "Connection refused", 111);
            case CONNECT_TIMEOUT, FIRST_BYTE_TIMEOUT, TOTAL_TIMEOUT -> timedOut = true;
            case NO_PORT -> onConnectFailure("Cannot assign requested address", 99);
            case NO_FD -> abort = new Abort("socket: Too many open files (24)\n", 24);
            case TLS -> {
                err.print("SSL handshake failed (1).\n");
                complete(sample); // for ab an answer of no bytes, though none that ended well
            }
            case ABORTED_AT_END -> {
                // Its bytes count, it does not.
            }
        }
    }

    /** The first handshake is the one that the report tells of. */
    void onSecured(TlsFacts facts) {
        if (tls == null) {
            tls = facts;
        }
        if (options.verbosity() >= 2) {
            out.print(AbTls.certificateText(facts));
            err.print(AbTls.connectionText(facts));
        }
    }

    private void onHead(RequestSample sample) {
        String head = new String(sample.head, 0, sample.headLength, StandardCharsets.ISO_8859_1);
        if (server == null) {
            server = serverOf(head);
        }
        if (options.verbosity() >= 2) {
            out.print("LOG: header received:\n" + received(sample) + "\n");
            if (sample.status / 100 != 2) {
                out.print("WARNING: Response code not 2xx (" + (sample.status == 0 ? 500 : sample.status) + ")\n");
            } else if (options.verbosity() >= 3) {
                out.print("LOG: Response code = " + sample.status + "\n");
            }
        }
    }

    /** What came in one piece, up to the size of ab's buffer and as C reads a text. */
    private static String received(RequestSample sample) {
        int length = Math.min(LARGEST_HEAD, sample.headLength + sample.behindLength);
        String text = new String(sample.head, 0, length, StandardCharsets.ISO_8859_1);
        int end = text.indexOf('\0');
        return end < 0 ? text : text.substring(0, end);
    }

    private static String serverOf(String head) {
        int at = head.toLowerCase(Locale.ROOT).indexOf("server:");
        if (at < 0) {
            return "";
        }
        var name = new StringBuilder();
        for (int i = at + "server: ".length(); i < head.length() && head.charAt(i) > ' '; i++) {
            name.append(head.charAt(i));
        }
        return name.substring(0, Math.min(name.length(), LONGEST_SERVER_NAME));
    }

    /** For ab only where the head says so, in whatever header; otherwise it waits for the end of the connection. */
    private boolean isKept(RequestSample sample) {
        if (!sample.persistent) {
            return false;
        }
        boolean said = contains(sample.head, sample.headLength, KEEP_ALIVE);
        keptUnsaid += said ? 0 : 1;
        return said;
    }

    /** Whether the text, in small letters, is there in whatever case. */
    private static boolean contains(byte[] head, int length, byte[] text) {
        int found = 0;
        for (int i = 0; i + text.length <= length && found < text.length; i++) {
            found = 0;
            while (found < text.length && Character.toLowerCase(head[i + found]) == text[found]) {
                found++;
            }
        }
        return found == text.length;
    }

    private void onResponse(RequestSample sample, boolean kept) {
        good++;
        if (sample.headBytes > 0 && sample.status / 100 != 2) {
            notSuccess++;
        }
        if (kept) {
            keptAlive++;
        }
        complete(sample);
    }

    /** Takes the length as the reference, or compares it, and adds the times. */
    private void complete(RequestSample sample) {
        if (good == 1) {
            documentLength = sample.bodyBytes;
            firstStatus = sample.status;
        } else if (sample.bodyBytes != documentLength && !options.variableLength()) {
            failed++;
            lengthErrors++;
        }
        long start = sample.beginNanos / NANOS_PER_MICRO;
        times.add(
                start,
                micros(sample.beginNanos, sample.connectedNanos),
                micros(sample.sendNanos, sample.firstByteNanos),
                micros(sample.beginNanos, sample.endNanos));
        lastNanos = Math.max(lastNanos, sample.endNanos);
        int heartbeat = options.heartbeat();
        if (heartbeat > 0 && times.count() % heartbeat == 0) {
            err.print("Completed " + times.count() + " requests\n");
        }
    }

    private static long micros(long from, long to) {
        return from == NONE || to == NONE ? 0 : Math.max(0, to / NANOS_PER_MICRO - from / NANOS_PER_MICRO);
    }

    private void onReset(RequestSample sample, String message, int status) {
        receiveErrors++;
        if (!options.goOnAfterReset()) {
            abort = new Abort("apr_socket_recv: " + message + " (" + status + ")\n", status);
            return;
        }
        brokenSamples++;
        failed++;
        if (options.verbosity() >= 1) {
            err.print("apr_socket_recv: " + message + " (" + status + ")\n");
        }
        complete(sample);
        boolean refused = sample.sendNanos == NONE;
        if (readAtOnce.remove(sample.slot) && refused) {
            return;
        }
        failed++;
        exceptions++;
        if (refused) {
            readAtOnce.add(sample.slot);
        }
    }

    private void onConnectFailure(String message, int status) {
        connectErrors++;
        if (failed++ > MOST_FAILURES) {
            abort = new Abort(
                    "\nTest aborted after 10 failures\n\napr_socket_connect(): " + message + " (" + status + ")\n",
                    status);
        }
    }

    /** Whether what comes with the head is to be printed too. */
    boolean wantsBodies() {
        return options.verbosity() >= 2;
    }

    AbTimes times() {
        return times;
    }

    int failed() {
        return failed;
    }

    int connectErrors() {
        return connectErrors;
    }

    int receiveErrors() {
        return receiveErrors;
    }

    int lengthErrors() {
        return lengthErrors;
    }

    int exceptions() {
        return exceptions;
    }

    int notSuccess() {
        return notSuccess;
    }

    int keptAlive() {
        return keptAlive;
    }

    /** How many answers kept their connection as HTTP/1.1 has it, without the text that ab looks for. */
    int keptUnsaid() {
        return keptUnsaid;
    }

    long documentLength() {
        return documentLength;
    }

    long receivedBytes() {
        return receivedBytes;
    }

    long bodyBytes() {
        return bodyBytes;
    }

    /** How many requests were written. */
    long sentRequests() {
        return sentRequests;
    }

    /** From the first connect to the last event, in seconds. */
    double seconds() {
        long micros = Math.max(0, lastNanos - firstNanos) / NANOS_PER_MICRO; // ab's clock has no finer grain
        return micros / 1e6;
    }

    /** How many of the times are those of connections that broke. */
    int brokenSamples() {
        return brokenSamples;
    }

    /** Status of the answer whose length is the reference; 0 if there is none. */
    int firstStatus() {
        return firstStatus;
    }

    /** What the first handshake has agreed upon. */
    Optional<TlsFacts> tls() {
        return Optional.ofNullable(tls);
    }

    String server() {
        return server == null ? "" : server;
    }

    /** What ended the run before its time; a request without an answer makes ab's poll give up in the end. */
    Optional<Abort> abort() {
        if (abort == null && timedOut) {
            return Optional.of(
                    new Abort("apr_pollset_poll: The timeout specified has expired (70007)\n", 70007 & 0xff));
        }
        return Optional.ofNullable(abort);
    }

    /** Whether nothing that comes can change the report any more. */
    boolean isOver() {
        return abort != null;
    }
}
