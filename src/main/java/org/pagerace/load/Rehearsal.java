package org.pagerace.load;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;

/**
 * Lets the driver practise on a server inside this process, so that the JVM has compiled it when the real run begins.
 *
 * <p>Other load tools are compiled programs, and many runs take a few seconds or less: without this, the first half second of
 * a run would show the JVM's start, not the server. The target sees nothing of it.
 *
 * <p>It practises what the run will do as to version, keep-alive, pipeline and a given rate, but not TLS, long bodies, several
 * URLs and what a log is told.
 */
final class Rehearsal {
    private static final Duration LENGTH = Duration.ofMillis(400);
    private static final int CONNECTIONS = 2;
    private static final int DEEPEST_PIPELINE = 16;
    /** Far below what the driver can do, but with enough requests for the compiler, however low the run's own rate is. */
    private static final double PER_SECOND = 10_000;

    private final LoadSpec spec;
    private final Stage stage;
    private volatile boolean stopped;
    private volatile LoadRunner runner; // null before it begins

    /** Where the practice takes place. */
    interface Stage {
        PracticeServer open() throws IOException;
    }

    /** Practises for that run. */
    Rehearsal(LoadSpec spec) {
        this(spec, PracticeServer::new);
    }

    Rehearsal(LoadSpec spec, Stage stage) {
        this.spec = spec;
        this.stage = stage;
    }

    /** Practises once. Whatever goes wrong is kept quiet: the real run is as right without, only its first moments are slower. */
    void run() throws InterruptedException {
        try (var server = stage.open()) {
            var practice = new LoadRunner(practice(server.uri()), Progress.NONE);
            runner = practice;
            if (!stopped) {
                practice.run();
            }
        } catch (IOException | LoadException | RuntimeException | OutOfMemoryError e) {
            // No room on loopback, no descriptor, no thread (which is an OutOfMemoryError): then without practice.
        }
    }

    /** Ends it early, from any thread. */
    void stop() {
        stopped = true;
        LoadRunner now = runner;
        if (now != null) {
            now.stop();
        }
    }

    private LoadSpec practice(URI uri) {
        LoadSpec practice = LoadSpec.of(uri)
                .withVersion(spec.version())
                .withKeepAlive(spec.keepAlive())
                .withPipeline(Math.min(spec.pipeline(), DEEPEST_PIPELINE))
                .withRate(spec.rate() instanceof Rate.Closed ? spec.rate() : new Rate.Constant(PER_SECOND))
                .withBodyCheck(new BodyCheck.SameLength())
                .withConnections(CONNECTIONS, 1)
                .withStop(new Stop.AfterDuration(LENGTH));
        return spec.keepAlive() ? practice : practice.withResets(); // thousands of ports would wait for a minute
    }
}
