package org.pagerace.launch;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * The archive as a folder in the user's cache, unpacked once per build.
 *
 * <p>The folder's name is made of the archive's size and a checksum over all entry names and contents (their CRCs, from
 * the central directory): in a reproducible build no time tells two archives apart.
 */
final class UnpackedWar {

    /*
     * Unpacked beside the final place, then moved atomically: whoever sees the folder sees all of it. A file lock lets
     * one start at a time do that; the others then find the work done. Every start compares size and time of each file
     * with the archive (some milliseconds), so a folder that a clean-up program, a full disk or an editor has touched
     * is made anew.
     */

    private static final String MARKER = "WEB-INF/.unpacked"; // where no container serves it
    private static final String TEMPORARY = ".tmp";
    private static final String LAUNCHER = "org/"; // of no use in the folder, and never to be served
    private static final Duration UNUSED = Duration.ofDays(30);

    private final Path war;
    private final Path cache;

    /** The archive {@code war}, to be unpacked below the folder {@code cache}, which is made when needed. */
    UnpackedWar(Path war, Path cache) {
        this.war = war;
        this.cache = cache;
    }

    /** Returns the cache folder: system property, environment, the XDG folder, or the one in the home folder. */
    static Path cacheFolder() {
        String property = System.getProperty("pagerace.cache");
        if (property != null) {
            return Path.of(property);
        }
        String own = System.getenv("PAGERACE_CACHE");
        if (own != null && !own.isBlank()) {
            return Path.of(own);
        }
        String xdg = System.getenv("XDG_CACHE_HOME");
        if (xdg != null && !xdg.isBlank()) {
            return Path.of(xdg, "pagerace");
        }
        // what the user says comes first: Java's own answer is the entry in the password file
        String home = System.getenv("HOME");
        return Path.of(home != null && !home.isBlank() ? home : System.getProperty("user.home"), ".cache", "pagerace");
    }

    /**
     * Returns the unpacked folder, made now if it is not there or not whole.
     *
     * @throws IOException with a message for the user: what is wrong with which file, and the remedy
     */
    Path unpack() throws IOException {
        try (var archive = new ZipFile(war.toFile())) {
            List<? extends ZipEntry> entries = archive.stream()
                    .filter(entry -> !entry.isDirectory() && !entry.getName().startsWith(LAUNCHER))
                    .toList();
            Path home = cache.toAbsolutePath().resolve(key(entries));
            if (!isWhole(home, entries)) {
                makePrivate(cache.toAbsolutePath());
                unpack(archive, entries, home);
            }
            touch(home.resolve(MARKER));
            return home;
        } catch (ZipException e) {
            throw damaged(e.getMessage());
        } catch (FileSystemException e) {
            throw new IOException(unwritable(e), e);
        }
    }

    private IOException damaged(String reason) {
        return new IOException("the archive " + war + " is damaged (" + reason + "); build or download it again");
    }

    private String unwritable(FileSystemException e) {
        String reason = e.getReason() != null ? e.getReason() : e.getClass().getSimpleName();
        return "cannot use the cache folder " + cache + " (" + e.getFile() + ": " + reason
                + "); name a writable one in PAGERACE_CACHE or XDG_CACHE_HOME, or with java -Dpagerace.cache=FOLDER";
    }

    private String key(List<? extends ZipEntry> entries) throws IOException {
        var checksum = new CRC32();
        for (ZipEntry entry : entries) {
            checksum.update((entry.getName() + '\0' + entry.getCrc() + '\0').getBytes(StandardCharsets.UTF_8));
        }
        return Long.toHexString(Files.size(war)) + "-" + Long.toHexString(checksum.getValue());
    }

    private static boolean isWhole(Path home, List<? extends ZipEntry> entries) throws IOException {
        if (!Files.exists(home.resolve(MARKER))) {
            return false;
        }
        for (ZipEntry entry : entries) {
            try {
                var file = Files.readAttributes(home.resolve(entry.getName()), BasicFileAttributes.class);
                if (file.size() != entry.getSize() || !file.lastModifiedTime().equals(time(entry))) {
                    return false;
                }
            } catch (NoSuchFileException e) {
                return false;
            }
        }
        return true;
    }

    private void unpack(ZipFile archive, List<? extends ZipEntry> entries, Path home) throws IOException {
        try (var channel =
                FileChannel.open(home.resolveSibling(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.lock(); // until the channel is closed
            if (isWhole(home, entries)) {
                return; // another start was quicker
            }
            Path temporary = home.resolveSibling(home.getFileName() + TEMPORARY);
            delete(temporary); // of a start that was killed
            Files.createDirectory(temporary);
            for (ZipEntry entry : entries) {
                unpack(archive, entry, temporary);
            }
            Files.createDirectories(temporary.resolve(MARKER).getParent());
            Files.writeString(temporary.resolve(MARKER), war + System.lineSeparator());
            delete(home);
            Files.move(temporary, home, StandardCopyOption.ATOMIC_MOVE);
            dropUnused(home);
        }
    }

    private void unpack(ZipFile archive, ZipEntry entry, Path folder) throws IOException {
        Path file = folder.resolve(entry.getName());
        if (!file.normalize().startsWith(folder.normalize())) { // the folder itself may be named with ".." in it
            throw damaged("its entry " + entry.getName() + " leaves the folder");
        }
        Files.createDirectories(file.getParent());
        try (var in = archive.getInputStream(entry)) {
            Files.copy(in, file);
        }
        Files.setLastModifiedTime(file, time(entry));
    }

    /** The archive's times have no zone; read as UTC they are the same for every user. */
    private static FileTime time(ZipEntry entry) {
        return FileTime.from(entry.getTimeLocal().toInstant(ZoneOffset.UTC));
    }

    private static void makePrivate(Path folder) throws IOException {
        Files.createDirectories(folder.getParent());
        try {
            Files.createDirectory(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } catch (FileAlreadyExistsException e) { // from before, or by another start at this moment
            if (!Files.isDirectory(folder)) {
                throw e;
            }
        }
    }

    private static void touch(Path marker) {
        try {
            Files.setLastModifiedTime(marker, FileTime.from(Instant.now()));
        } catch (IOException e) {
            // A read-only cache that somebody filled for us is fine; it is then not ours to tidy either.
        }
    }

    /** Each build leaves a folder; those that no start has used for a month go. Only folders with our marker. */
    private static void dropUnused(Path current) throws IOException {
        FileTime limit = FileTime.from(Instant.now().minus(UNUSED));
        try (var folders = Files.list(current.getParent())) {
            for (Path folder : folders.toList()) {
                Path marker = folder.resolve(MARKER);
                if (!folder.equals(current)
                        && Files.exists(marker)
                        && Files.getLastModifiedTime(marker).compareTo(limit) < 0) {
                    delete(folder);
                }
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (var files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
