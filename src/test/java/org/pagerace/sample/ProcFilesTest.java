package org.pagerace.sample;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcFilesTest {
    private static final int KEPT = 3;

    @TempDir
    Path folder;

    private ProcFiles files;

    @BeforeEach
    void open() {
        files = new ProcFiles(folder.toString(), KEPT);
    }

    @AfterEach
    void close() {
        files.close();
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    /** Returns how many files of the folder this process has open. */
    private long openFiles() throws IOException {
        Path real = folder.toRealPath();
        try (Stream<Path> links = Files.list(Path.of("/proc/self/fd"))) {
            return links.filter(link -> isIn(real, link)).count();
        }
    }

    private static boolean isIn(Path folder, Path link) {
        try {
            return Files.readSymbolicLink(link).startsWith(folder);
        } catch (IOException e) {
            return false; // the one of the listing itself
        }
    }

    @Test
    void line_readAgain_isAsItIsNow() throws IOException {
        write("stat", "first\n");
        assertEquals("first\n", files.line("stat"));
        write("stat", "2\n");
        assertEquals("2\n", files.line("stat"));
    }

    @Test
    void line_noSuchFile_isAnError() {
        assertThrows(IOException.class, () -> files.line("stat"));
    }

    /** Its file is still open here; without that the number would be that of nobody all the same. */
    @Test
    void line_processHasEnded_isAnError() throws Exception {
        try (var proc = ProcFiles.ofThisMachine()) {
            Process process = new ProcessBuilder("sleep", "60").start();
            String path = process.pid() + "/stat";
            try {
                assertTrue(proc.line(path).startsWith(process.pid() + " ("));
                assertTrue(proc.line(path).startsWith(process.pid() + " ("));
            } finally {
                process.destroyForcibly().waitFor();
            }
            assertThrows(IOException.class, () -> proc.line(path));
        }
    }

    @Test
    void line_manyFiles_keepsNoMoreThanThatOpen() throws IOException {
        for (int i = 0; i < 2 * KEPT; i++) {
            write("file" + i, "text" + i);
        }
        for (int pass = 0; pass < 2; pass++) {
            for (int i = 0; i < 2 * KEPT; i++) {
                assertEquals("text" + i, files.line("file" + i));
            }
        }
        assertEquals(KEPT, openFiles());
        files.close();
        assertEquals(0, openFiles());
    }

    @Test
    void line_noneToKeep_leavesNoneOpen() throws IOException {
        write("stat", "text");
        try (var none = new ProcFiles(folder.toString(), 0)) {
            assertEquals("text", none.line("stat"));
            assertEquals("text", none.line("stat"));
            assertEquals(0, openFiles());
        }
    }

    @Test
    void head_lines_endBeforeTheFirstThatIsNotWanted() throws IOException {
        String wanted = IntStream.range(0, 100)
                .mapToObj(line -> "wanted " + line + "\n")
                .reduce("", String::concat);
        write("tcp", wanted + "other\nwanted\n");
        assertEquals(wanted, files.head("tcp", line -> line.startsWith("wanted")));
        write("tcp", wanted);
        assertEquals(wanted, files.head("tcp", line -> line.startsWith("wanted")));
        write("tcp", "");
        assertEquals("", files.head("tcp", line -> true));
    }

    @Test
    void numbers_otherNames_areLeftOut() throws IOException {
        for (String name : new String[] {"12", "self", "7", "1234567890", "-1", "3x"}) {
            write(name, "");
        }
        int[] numbers = files.numbers("");
        Arrays.sort(numbers);
        assertArrayEquals(new int[] {7, 12}, numbers);
        assertEquals(0, files.numbers("none").length);
    }
}
