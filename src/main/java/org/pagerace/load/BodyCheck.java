package org.pagerace.load;

/** Which bodies of answers below 400 count as right; the others become {@code wrong-body}. */
public sealed interface BodyCheck {

    /** Any whole body. */
    record None() implements BodyCheck {}

    /** As long as the first whole body of the run. */
    record SameLength() implements BodyCheck {}

    /** The same length and CRC32C as the first whole body of the run. */
    record SameCrc() implements BodyCheck {}

    /**
     * Exactly this body.
     *
     * @param bytes its length after removal of the chunked coding
     * @param crc32c its CRC32C, 0 to 2^32 - 1
     */
    record Expect(long bytes, long crc32c) implements BodyCheck {
        public Expect {
            if (bytes < 0 || crc32c < 0 || crc32c > 0xffff_ffffL) {
                throw new IllegalArgumentException(
                        "a body has 0 bytes or more and a CRC32C of 32 bits, but is given " + bytes + " and " + crc32c);
            }
        }
    }
}
