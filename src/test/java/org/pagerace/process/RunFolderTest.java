package org.pagerace.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFolderTest {
    @Test
    void create_isPrivate() throws IOException {
        try (var folder = RunFolder.create("test")) {
            assertEquals("rwx------", mode(folder));
        }
    }

    @Test
    void createReadable_letsOthersIn() throws IOException {
        try (var folder = RunFolder.createReadable("test")) {
            assertEquals("rwxr-xr-x", mode(folder));
        }
    }

    @Test
    void close_linkOutside_leavesItsTarget(@TempDir Path outside) throws IOException {
        Path kept = Files.writeString(outside.resolve("kept"), "text");
        Path path;
        try (var folder = RunFolder.create("test")) {
            path = folder.path();
            Files.createSymbolicLink(path.resolve("link"), outside);
            Files.createDirectories(path.resolve("a/b"));
        }
        assertFalse(Files.exists(path));
        assertTrue(Files.exists(kept));
    }

    @Test
    void close_withoutMarker_deletesNothing() throws IOException {
        var folder = RunFolder.create("test");
        Path marker = folder.path().resolve(".pagerace-run");
        Files.delete(marker);
        folder.close();
        assertTrue(Files.isDirectory(folder.path()));
        Files.createFile(marker);
        folder.close();
        assertFalse(Files.exists(folder.path()));
    }

    /** That of a child which had to be killed, for instance. */
    @Test
    void close_folderOfADeadProcessBesideIt_isRemovedToo() throws IOException {
        var folder = RunFolder.create("test");
        Path parent = folder.path().getParent();
        Path dead = marked(parent, Long.MAX_VALUE / 100); // more than any system gives out
        Path living = marked(parent, ProcessHandle.current().pid());
        folder.close();
        assertFalse(Files.exists(dead));
        assertTrue(Files.exists(living));
        FileTree.delete(living);
    }

    private static Path marked(Path parent, long pid) throws IOException {
        Path folder = Files.createTempDirectory(parent, "pagerace-other-");
        Instant start =
                ProcessIdentity.of(pid).map(ProcessIdentity::startInstant).orElse(Instant.EPOCH);
        Files.writeString(folder.resolve(".pagerace-run"), pid + "\n" + start + "\n");
        return folder;
    }

    private static String mode(RunFolder folder) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.path()));
    }
}
