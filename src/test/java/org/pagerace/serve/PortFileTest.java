package org.pagerace.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PortFileTest {
    @TempDir
    private Path folder;

    @Test
    void write_port_leavesThatFileAlone() throws IOException {
        Path path = folder.resolve("port");
        new PortFile(path).write(8080);
        assertEquals("8080\n", Files.readString(path));
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(List.of(path), files.toList());
        }
    }

    @Test
    void clear_olderFile_isGone() throws IOException {
        Path path = Files.writeString(folder.resolve("port"), "1\n");
        new PortFile(path).clear();
        assertFalse(Files.exists(path));
    }

    @Test
    void clear_noSuchFolder_namesTheOption() {
        var file = new PortFile(folder.resolve("missing/port"));
        String message = assertThrows(ServeException.class, file::clear).getMessage();
        assertTrue(message.contains("--port-file"), message);
    }
}
