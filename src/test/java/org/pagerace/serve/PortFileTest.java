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
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
    void clear_emptyFile_isGone() throws IOException {
        Path path = Files.createFile(folder.resolve("port"));
        new PortFile(path).clear();
        assertFalse(Files.exists(path));
    }

    @ParameterizedTest
    @ValueSource(strings = {"my notes\n", "8080", "8080\n8081\n", "808080\n", "\n", "é\n"})
    void clearAndWrite_fileOfTheUser_isRefusedAndStays(String text) throws IOException {
        Path path = Files.writeString(folder.resolve("port"), text);
        var file = new PortFile(path);
        for (Executable use : List.<Executable>of(file::clear, () -> file.write(1))) {
            String message = assertThrows(ServeException.class, use).getMessage();
            assertTrue(message.contains("something else than a port); name another with --port-file"), message);
        }
        assertEquals(text, Files.readString(path));
    }

    @Test
    void clear_linkOfTheUser_isRefusedAndStays() throws IOException {
        Path path = Files.createSymbolicLink(folder.resolve("port"), Files.writeString(folder.resolve("to"), "1\n"));
        assertThrows(ServeException.class, new PortFile(path)::clear);
        assertTrue(Files.isSymbolicLink(path));
    }

    @Test
    void remove_fileOfAnotherRun_stays() throws IOException {
        Path path = folder.resolve("port");
        var file = new PortFile(path);
        file.write(8080);
        file.remove(8081);
        assertEquals("8080\n", Files.readString(path));
        file.remove(8080);
        assertFalse(Files.exists(path));
        file.remove(8080);
    }

    @Test
    void clear_noSuchFolder_namesTheOption() {
        var file = new PortFile(folder.resolve("missing/port"));
        String message = assertThrows(ServeException.class, file::clear).getMessage();
        assertTrue(message.contains("--port-file"), message);
    }
}
