package org.pagerace.load.engine;

/**
 * Decides whether a body is the right one. Shared by all workers: reading is all they do after the first answer of the
 * run, which may have set what is expected.
 */
public final class BodyRule {
    private static final long UNKNOWN = -1;
    private static final long ANY_LENGTH = -2;

    private enum Kind {
        ANY,
        LENGTH,
        CHECKSUM
    }

    private record Body(long bytes, long crc32c) {}

    private final Kind kind;
    private final double tolerance; // share of the first length by which others may differ
    private volatile Body expected;

    private BodyRule(Kind kind, double tolerance, Body expected) {
        this.kind = kind;
        this.tolerance = tolerance;
        this.expected = expected;
    }

    /** Any body is right. */
    public static BodyRule any() {
        return new BodyRule(Kind.ANY, 0, new Body(UNKNOWN, 0));
    }

    /** As long as the first one, up to this share of its length more or less: 0 for exactly. */
    public static BodyRule sameLength(double tolerance) {
        return new BodyRule(Kind.LENGTH, tolerance, new Body(UNKNOWN, 0));
    }

    /** As long as the first one and with its CRC32C. */
    public static BodyRule sameChecksum() {
        return new BodyRule(Kind.CHECKSUM, 0, new Body(UNKNOWN, 0));
    }

    /** With this CRC32C and, unless that is negative, this long. */
    public static BodyRule exactly(long bytes, long crc32c) {
        return new BodyRule(Kind.CHECKSUM, 0, new Body(bytes < 0 ? ANY_LENGTH : bytes, crc32c));
    }

    boolean needsChecksum() {
        return kind == Kind.CHECKSUM;
    }

    boolean accepts(long bytes, long crc32c) {
        if (kind == Kind.ANY) {
            return true;
        }
        Body right = expected;
        if (right.bytes == UNKNOWN) {
            right = learn(bytes, crc32c);
        }
        if (kind == Kind.LENGTH) {
            return Math.abs(bytes - right.bytes) <= tolerance * right.bytes;
        }
        return right.crc32c == crc32c && (right.bytes == bytes || right.bytes == ANY_LENGTH);
    }

    private synchronized Body learn(long bytes, long crc32c) {
        if (expected.bytes == UNKNOWN) {
            expected = new Body(bytes, crc32c);
        }
        return expected;
    }
}
