package org.pagerace.load.engine;

/**
 * Decides whether a body is the right one. Shared by all workers: reading is all they do after the first answer of the
 * run, which may have set what is expected.
 */
public final class BodyRule {
    private static final long UNKNOWN = -1;

    private enum Kind {
        ANY,
        LENGTH,
        CHECKSUM
    }

    private record Body(long bytes, long crc32c) {}

    private final Kind kind;
    private volatile Body expected;

    private BodyRule(Kind kind, Body expected) {
        this.kind = kind;
        this.expected = expected;
    }

    /** Any body is right. */
    public static BodyRule any() {
        return new BodyRule(Kind.ANY, new Body(UNKNOWN, 0));
    }

    /** As long as the first one. */
    public static BodyRule sameLength() {
        return new BodyRule(Kind.LENGTH, new Body(UNKNOWN, 0));
    }

    /** As long as the first one and with its CRC32C. */
    public static BodyRule sameChecksum() {
        return new BodyRule(Kind.CHECKSUM, new Body(UNKNOWN, 0));
    }

    /** This long and with this CRC32C. */
    public static BodyRule exactly(long bytes, long crc32c) {
        return new BodyRule(Kind.CHECKSUM, new Body(bytes, crc32c));
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
        return right.bytes == bytes && (kind == Kind.LENGTH || right.crc32c == crc32c);
    }

    private synchronized Body learn(long bytes, long crc32c) {
        if (expected.bytes == UNKNOWN) {
            expected = new Body(bytes, crc32c);
        }
        return expected;
    }
}
