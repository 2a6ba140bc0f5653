package org.pagerace.load;

/** Which bodies of answers below 400 count as right; the others become {@code wrong-body}. */
public sealed interface BodyCheck {

    /** Any whole body. */
    record None() implements BodyCheck {}

    /**
     * As long as the first whole body of the target.
     *
     * @param tolerance the share of that length, 0 to 1, by which the others may differ: pages with times, ids or counters
     *     in them are never of quite the same length
     */
    record SameLength(double tolerance) implements BodyCheck {
        public SameLength {
            if (!(tolerance >= 0 && tolerance <= 1)) {
                throw new IllegalArgumentException(
                        "a length may differ by 0 to 100 %, but given is " + 100 * tolerance + " %; check --verify");
            }
        }

        public SameLength() {
            this(0);
        }
    }

    /** The same length and CRC32C as the first whole body of the target. */
    record SameCrc() implements BodyCheck {}

    /**
     * Exactly this body.
     *
     * @param bytes its length after removal of the chunked coding; -1 if only the checksum is known
     * @param crc32c its CRC32C, 0 to 2^32 - 1
     */
    record Expect(long bytes, long crc32c) implements BodyCheck {
        public Expect {
            if (bytes < -1 || crc32c < 0 || crc32c > 0xffff_ffffL) {
                throw new IllegalArgumentException(
                        "a body has 0 bytes or more (-1: unknown) and a CRC32C of 32 bits, but is given " + bytes
                                + " and " + crc32c);
            }
        }
    }
}
