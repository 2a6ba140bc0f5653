package org.pagerace.launch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnpackedWarTest {
    private static final String LIBRARY = "WEB-INF/lib/a.jar";

    @TempDir
    Path folder;

    private Path war;
    private Path cache;

    @BeforeEach
    void writeArchive() throws IOException {
        war = folder.resolve("pagerace.war");
        cache = folder.resolve("cache/pagerace");
        write(Map.of("index.html", "<p>hi", LIBRARY, "jar", "org/pagerace/launch/Launcher.class", "class"));
    }

    @Test
    void unpack_emptyCache_hasAllFilesButTheLauncher() throws IOException {
        Path home = unpack();
        assertEquals("<p>hi", Files.readString(home.resolve("index.html")));
        assertEquals("jar", Files.readString(home.resolve(LIBRARY)));
        assertFalse(Files.exists(home.resolve("org")));
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(cache)));
    }

    @Test
    void unpack_cacheNamedByWayOfItsParent_isAFolderLikeAnyOther() throws IOException {
        Path roundabout = folder.resolve("other").resolve("..").resolve("cache");
        Files.createDirectories(folder.resolve("other"));
        assertTrue(Files.exists(new UnpackedWar(war, roundabout).unpack().resolve("index.html")));
    }

    @Test
    void unpack_again_leavesTheFolderAlone() throws IOException {
        Path added = Files.createFile(unpack().resolve("added"));
        unpack();
        assertTrue(Files.exists(added));
    }

    @Test
    void unpack_fileMissing_isMadeAnew() throws IOException {
        Files.delete(unpack().resolve(LIBRARY));
        assertEquals("jar", Files.readString(unpack().resolve(LIBRARY)));
    }

    @Test
    void unpack_fileChangedWithoutChangingItsSize_isMadeAnew() throws IOException {
        Files.writeString(unpack().resolve(LIBRARY), "rot");
        assertEquals("jar", Files.readString(unpack().resolve(LIBRARY)));
    }

    @Test
    void unpack_leftOverOfAKilledStart_isReplaced() throws IOException {
        Path home = unpack();
        Path leftOver = Files.createDirectory(home.resolveSibling(home.getFileName() + ".tmp"));
        Files.createFile(leftOver.resolve("half"));
        Files.delete(home.resolve(LIBRARY));
        assertEquals("jar", Files.readString(unpack().resolve(LIBRARY)));
        assertFalse(Files.exists(leftOver));
    }

    @Test
    void unpack_otherContentOfTheSameSizeAndTime_getsAnotherFolder() throws IOException {
        Path first = unpack();
        write(Map.of("index.html", "<p>ho", LIBRARY, "jar", "org/pagerace/launch/Launcher.class", "class"));
        Path second = unpack();
        assertFalse(first.equals(second));
        assertEquals("<p>ho", Files.readString(second.resolve("index.html")));
    }

    @Test
    void unpack_folderUnusedForAMonth_isDropped() throws IOException {
        Path old = unpack();
        write(Map.of("index.html", "<p>new build"));
        Files.setLastModifiedTime(
                old.resolve("WEB-INF/.unpacked"), FileTime.from(Instant.now().minus(Duration.ofDays(31))));
        Path foreign = Files.createDirectory(cache.resolve("not-ours"));
        unpack();
        assertFalse(Files.exists(old));
        assertTrue(Files.exists(foreign));
    }

    @Test
    void unpack_entryThatLeavesTheFolder_isRefused() throws IOException {
        write(Map.of("../../evil", "x"));
        IOException e = assertThrows(IOException.class, this::unpack);
        assertTrue(e.getMessage().contains("leaves the folder"), e.getMessage());
        assertFalse(Files.exists(folder.resolve("evil")));
    }

    @Test
    void unpack_notAnArchive_saysSo() throws IOException {
        Files.writeString(war, "not a zip");
        IOException e = assertThrows(IOException.class, this::unpack);
        assertTrue(e.getMessage().contains("damaged") && e.getMessage().contains(war.toString()), e.getMessage());
    }

    @Test
    void unpack_cacheIsAFile_namesThePathAndThreeRemedies() throws IOException {
        Files.createFile(folder.resolve("cache"));
        IOException e = assertThrows(IOException.class, this::unpack);
        for (String part : new String[] {cache.toString(), "-Dpagerace.cache", "PAGERACE_CACHE", "XDG_CACHE_HOME"}) {
            assertTrue(e.getMessage().contains(part), e.getMessage());
        }
    }

    private Path unpack() throws IOException {
        return new UnpackedWar(war, cache).unpack();
    }

    private void write(Map<String, String> files) throws IOException {
        try (var out = new ZipOutputStream(Files.newOutputStream(war))) {
            for (var file : new TreeMap<>(files).entrySet()) {
                var entry = new ZipEntry(file.getKey());
                entry.setTime(0);
                out.putNextEntry(entry);
                out.write(file.getValue().getBytes(UTF_8));
            }
        }
    }
}
