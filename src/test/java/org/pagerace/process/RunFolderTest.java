package org.pagerace.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
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

    private static String mode(RunFolder folder) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.path()));
    }
}
