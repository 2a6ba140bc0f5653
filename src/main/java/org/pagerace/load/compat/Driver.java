package org.pagerace.load.compat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.pagerace.load.LoadException;
import org.pagerace.load.LoadRunner;
import org.pagerace.load.LoadSpec;
import org.pagerace.load.Progress;
import org.pagerace.load.stats.RequestLog;
import org.pagerace.result.LoadResult;

/** What puts the load on; everything else in a dialect follows from what its log is told. */
interface Driver {
    Run prepare(LoadSpec spec, Progress progress, RequestLog log);

    /** Lets this time pass, as some originals do. */
    void pause(Duration time) throws InterruptedException;

    /** One run, to be started once. */
    interface Run {
        /** Opens a connection to the first target and closes it. */
        void tryConnect() throws LoadException, InterruptedException;

        /** Returns when it is over; the log was told of every request by then. */
        LoadResult start() throws LoadException, InterruptedException;

        /** Ends it early, from any thread, the log's too. */
        void stop();
    }

    /** The real one; practises before its first run. */
    final class Rehearsed implements Driver {
        private boolean rehearsed;

        @Override
        public void pause(Duration time) throws InterruptedException {
            TimeUnit.NANOSECONDS.sleep(time.toNanos());
        }

        @Override
        public Run prepare(LoadSpec spec, Progress progress, RequestLog log) {
            var runner = new LoadRunner(spec, progress, log);
            if (!rehearsed) {
                runner.withPractice();
                rehearsed = true;
            }
            return new Run() {
                @Override
                public void tryConnect() throws LoadException, InterruptedException {
                    runner.tryConnect();
                }

                @Override
                public LoadResult start() throws LoadException, InterruptedException {
                    return runner.run();
                }

                @Override
                public void stop() {
                    runner.stop();
                }
            };
        }
    }
}
