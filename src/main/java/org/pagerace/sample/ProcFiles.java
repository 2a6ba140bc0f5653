package org.pagerace.sample;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads the small files of {@code /proc} with one buffer. For one thread. */
final class ProcFiles {
    private static final int FIRST_BYTES = 1 << 14;
    private static final int MOST_BYTES = 1 << 22;

    private final String root;
    private byte[] buffer = new byte[FIRST_BYTES];

    /** @param root {@code /proc}, or a folder that looks like it */
    ProcFiles(String root) {
        this.root = root + "/";
    }

    /** Returns the whole text of a file below the root. */
    String text(String path) throws IOException {
        try (var in = new FileInputStream(root + path)) {
            int length = 0;
            while (true) {
                int count = in.read(buffer, length, buffer.length - length);
                if (count < 0) {
                    return new String(buffer, 0, length, StandardCharsets.ISO_8859_1);
                }
                length += count;
                if (length == buffer.length) {
                    if (length >= MOST_BYTES) {
                        throw new IOException(root + path + " is longer than " + MOST_BYTES + " bytes");
                    }
                    buffer = Arrays.copyOf(buffer, 2 * length);
                }
            }
        }
    }

    /** As {@link #text}, for a file that the kernel gives out at once: one system call less, for hundreds of files. */
    String line(String path) throws IOException {
        try (var in = new FileInputStream(root + path)) {
            int length = Math.max(0, in.read(buffer));
            return new String(buffer, 0, length, StandardCharsets.ISO_8859_1);
        }
    }

    /** Says of each part of a file whether it needs the next one. */
    interface Enough {
        /** Returns whether {@code text}, the file so far, has all that is wanted. */
        boolean test(String text);
    }

    /** As {@link #text}, but stops reading once that is enough: some files list every socket of a machine. */
    String head(String path, Enough enough) throws IOException {
        try (var in = new FileInputStream(root + path)) {
            var text = new StringBuilder();
            while (text.length() < MOST_BYTES) {
                int count = in.read(buffer);
                if (count < 0) {
                    break;
                }
                text.append(new String(buffer, 0, count, StandardCharsets.ISO_8859_1));
                if (enough.test(text.toString())) {
                    break;
                }
            }
            return text.toString();
        }
    }

    /** Returns the numbers among the names in a folder; none if it is gone. */
    int[] numbers(String path) {
        String[] names = new File(root + path).list();
        if (names == null) {
            return new int[0];
        }
        int[] numbers = new int[names.length];
        int count = 0;
        for (String name : names) {
            if (isNumber(name)) {
                numbers[count++] = Integer.parseInt(name);
            }
        }
        return Arrays.copyOf(numbers, count);
    }

    private static boolean isNumber(String name) {
        if (name.isEmpty() || name.length() > 9) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            if (name.charAt(i) < '0' || name.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    /** Returns how many descriptors a process has open; -1 if that may not be known. */
    int descriptors(long pid) {
        var folder = new File(root + pid + "/fd");
        long count = folder.length(); // since Linux 6.2 the size of this folder; before it was 0
        if (count > 0) {
            return (int) count;
        }
        String[] names = folder.list();
        return names == null ? -1 : names.length;
    }
}
