package org.pagerace.load.compat;

/** The figures of a sweep, level by level. */
final class AbcSweep {
    /** Where abc's smallest figure begins: it can never be larger. */
    private static final long MOST_MIN = 0xffff0;

    /** The rounds of one concurrency. */
    static final class Level {
        private final int concurrency;
        private final int rounds;
        private long min = MOST_MIN;
        private long max;
        private long sum;

        /** @param rounds by which the average divides */
        Level(int concurrency, int rounds) {
            this.concurrency = concurrency;
            this.rounds = rounds;
        }

        void add(long perSecond) {
            min = Math.min(min, perSecond);
            max = Math.max(max, perSecond);
            sum += perSecond;
        }

        int concurrency() {
            return concurrency;
        }

        long min() {
            return min;
        }

        long max() {
            return max;
        }

        long average() {
            return sum / rounds;
        }
    }

    /** Sums over the levels that were finished. */
    record Sums(long min, long average, long max) {
        static final Sums NONE = new Sums(0, 0, 0);

        Sums plus(Level level) {
            return new Sums(min + level.min(), average + level.average(), max + level.max());
        }
    }

    private AbcSweep() {}
}
