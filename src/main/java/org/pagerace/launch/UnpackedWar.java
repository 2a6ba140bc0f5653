package org.pagerace.launch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The archive as a folder in the user's cache, unpacked once per build.
 *
 * <p>The folder's name is made of the archive's size and of a checksum over all entry names and contents (their CRCs,
 * from the central directory): a reproducible build has no time that could tell two builds apart.
 */
final class UnpackedWar {

    /*
     * Unpacked beside the final place, then moved atomically: whoever sees the folder sees all of it. Two starts at
     * once both unpack; the loser finds the folder in place and drops its own copy. The marker is written last and
     * checked first, so a folder that lost files to a clean-up of the cache (or was never ours) is noticed.
     */

    private static final String MARKER = ".pagerace";
    private static final String HIDDEN = "org/"; // the launcher itself: of no use in the folder, and never to be served
    private static final Duration UNUSED = Duration.ofDays(30);

    private final Path war;
    private final Path cache;

    private UnpackedWar(Path war, Path cache) {
        this.war = war;
        this.cache = cache;
    }

    static UnpackedWar of(Path war) {
        return new UnpackedWar(war, cacheFolder());
    }

    static UnpackedWar of(Path war, Path cache) {
        return new UnpackedWar(war, cache);
    }

    private static Path cacheFolder() {
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
        return Path.of(System.getProperty("user.home"), ".cache", "pagerace");
    }

    /**
     * Returns the unpacked folder, made now if it is not there yet or no longer whole.
     *
     * @throws IOException with a message for the user: the path and what to do
     */
    Path unpack() throws IOException {
        try (var archive = new ZipFile(war.toFile())) {
            List<? extends ZipEntry> entries = archive.stream()
                    .filter(entry -> !entry.isDirectory() && !entry.getName().startsWith(HIDDEN))
                    .toList();
            Path home = cache.resolve(key(entries));
            if (!isWhole(home, entries)) {
                unpack(archive, entries, home);
                dropUnused(home);
            }
            touch(home.resolve(MARKER));
            return home;
        } catch (FileSystemException e) {
            throw new IOException(unwritable(e), e);
        }
    }

    private String unwritable(FileSystemException e) {
        String reason = e.getReason() != null ? e.getReason() : e.getClass().getSimpleName();
        return "cannot use the cache folder " + cache + " (" + e.getFile() + ": " + reason
                + "); name a writable one with -Dpagerace.cache=FOLDER, PAGERACE_CACHE or XDG_CACHE_HOME";
    }

    private String key(List<? extends ZipEntry> entries) throws IOException {
        var checksum = new CRC32();
        for (ZipEntry entry : entries) {
            checksum.update((entry.getName() + '\0' + entry.getCrc() + '\0').getBytes(StandardCharsets.UTF_8));
        }
        return Long.toHexString(Files.size(war)) + "-" + Long.toHexString(checksum.getValue());
    }

    /** Compares sizes only: it costs a millisecond, and finds what clean-up programs and full disks do. */
    private static boolean isWhole(Path home, List<? extends ZipEntry> entries) throws IOException {
        if (!Files.exists(home.resolve(MARKER))) {
            return false;
        }
        for (ZipEntry entry : entries) {
            Path file = home.resolve(entry.getName());
            if (!Files.isRegularFile(file) || Files.size(file) != entry.getSize()) {
                return false;
            }
        }
        return true;
    }

    private void unpack(ZipFile archive, List<? extends ZipEntry> entries, Path home) throws IOException {
        makePrivate(cache);
        Path temporary =
                cache.resolve(home.getFileName() + "." + ProcessHandle.current().pid() + ".tmp");
        delete(temporary);
        Files.createDirectory(temporary);
        for (ZipEntry entry : entries) {
            Path file = temporary.resolve(entry.getName()).normalize();
            if (!file.startsWith(temporary)) {
                throw new IOException("the archive " + war + " is damaged: its entry " + entry.getName()
                        + " leaves the folder; build or download it again");
            }
            Files.createDirectories(file.getParent());
            try (var in = archive.getInputStream(entry)) {
                Files.copy(in, file);
            }
            // Static pages carry their build time as Last-Modified, the same in every container.
            Files.setLastModifiedTime(file, entry.getLastModifiedTime());
        }
        Files.writeString(temporary.resolve(MARKER), war + System.lineSeparator());
        if (Files.exists(home) && !isWhole(home, entries)) {
            delete(home);
        }
        try {
            Files.move(temporary, home, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException e) {
            delete(temporary);
            if (!isWhole(home, entries)) { // otherwise another start was quicker, with the same content
                throw e;
            }
        }
    }

    private static void makePrivate(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder.toAbsolutePath().getParent());
            Files.createDirectory(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
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
    private void dropUnused(Path current) throws IOException {
        FileTime limit = FileTime.from(Instant.now().minus(UNUSED));
        try (var folders = Files.list(cache)) {
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
                Files.deleteIfExists(file);
            }
        }
    }
}
