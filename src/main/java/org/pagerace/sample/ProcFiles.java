package org.pagerace.sample;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Reads the small files of {@code /proc} with one buffer, and keeps those open that are read again and again. Made once,
 * used for all rounds. Safe for any thread.
 */
public final class ProcFiles implements AutoCloseable {

    /*
     * Opening and closing one of these files takes longer than reading it: of a machine with 244 processes all lines
     * "stat" took 1.7 ms of processor time when opened each time, and 0.7 ms when kept open. An open file of a process
     * that has ended gives nothing any more, also when another one has its number; then it is opened anew.
     */

    private static final int FIRST_BYTES = 1 << 14;
    private static final int MOST_BYTES = 1 << 22;
    private static final int FEW_BYTES = 512;

    /** Enough for some hundred processes and the threads of two JVMs. */
    private static final int MOST_KEPT = 2000;

    /** Of the files that this process may open: the driver needs one for each of its connections. */
    private static final int KEPT_PART = 8;

    /** With fewer each would be closed for another before it is read again. */
    private static final int FEWEST_KEPT = 500;

    private final String root;
    private final int mostKept;
    private final Map<String, RandomAccessFile> kept = new LinkedHashMap<>(FIRST_BYTES >> 4, 0.75f, true);
    private byte[] buffer = new byte[FIRST_BYTES];

    /** @param root {@code /proc}, or a folder that looks like it */
    ProcFiles(String root) {
        this(root, mostKept());
    }

    /** @param mostKept how many files to keep open */
    ProcFiles(String root, int mostKept) {
        this.root = root + "/";
        this.mostKept = mostKept;
    }

    /** Reads those of this machine. */
    public static ProcFiles ofThisMachine() {
        return new ProcFiles("/proc");
    }

    private static int mostKept() {
        long most = ManagementFactory.getOperatingSystemMXBean()
                        instanceof com.sun.management.UnixOperatingSystemMXBean unix
                ? unix.getMaxFileDescriptorCount() / KEPT_PART
                : 0;
        return most < FEWEST_KEPT ? 0 : (int) Math.min(most, MOST_KEPT);
    }

    /** Returns the whole text of a file below the root. */
    synchronized String text(String path) throws IOException {
        try (var in = new FileInputStream(root + path)) {
            int length = 0;
            while (true) {
                int count = in.read(buffer, length, buffer.length - length);
                if (count < 0) {
                    return text(length);
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

    private String text(int length) {
        return new String(buffer, 0, Math.max(0, length), StandardCharsets.ISO_8859_1);
    }

    /** As {@link #text}, for a file that the kernel gives out at once, and that stays open for the next look. */
    synchronized String line(String path) throws IOException {
        RandomAccessFile open = kept.get(path);
        if (open != null) {
            try {
                open.seek(0);
                return text(open.read(buffer));
            } catch (IOException e) { // its process has ended; there may be another one
                kept.remove(path).close();
            }
        }
        var file = new RandomAccessFile(root + path, "r");
        try {
            String text = text(file.read(buffer));
            if (mostKept > 0) {
                keep(path, file);
                file = null;
            }
            return text;
        } finally {
            if (file != null) {
                file.close();
            }
        }
    }

    /** Whatever was not read for longest makes room: a file of a process or thread that has ended. */
    private void keep(String path, RandomAccessFile file) throws IOException {
        if (kept.size() >= mostKept) {
            var eldest = kept.values().iterator();
            RandomAccessFile unused = eldest.next();
            eldest.remove();
            unused.close();
        }
        kept.put(path, file);
    }

    /**
     * Returns the first lines of a file, all that are wanted. Some files list every socket of a machine, and give them out
     * a few at a time: what comes after those that are wanted costs nothing.
     */
    synchronized String head(String path, Predicate<String> wanted) throws IOException {
        try (var in = new FileInputStream(root + path)) {
            var text = new StringBuilder();
            int line = 0; // where the first one begins that has not been looked at
            while (text.length() < MOST_BYTES) {
                int count = in.read(buffer, 0, FEW_BYTES);
                if (count < 0) {
                    break;
                }
                text.append(text(count));
                for (int end = text.indexOf("\n", line); end >= 0; end = text.indexOf("\n", line)) {
                    if (!wanted.test(text.substring(line, end))) {
                        return text.substring(0, line);
                    }
                    line = end + 1;
                }
            }
            return text.substring(0, line);
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

    @Override
    public synchronized void close() {
        try {
            for (RandomAccessFile file : kept.values()) {
                file.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e); // of a file that was only read that is unheard of
        } finally {
            kept.clear();
        }
    }
}
