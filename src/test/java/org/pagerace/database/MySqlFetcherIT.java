package org.pagerace.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script .ci/mysql, as far as it goes without downloading anything. */
class MySqlFetcherIT {

    @Test
    void folder_ofSomebodyElse_isRefusedAndLeftAlone(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("letters"), "dear");
        Process script = new ProcessBuilder(".ci/mysql", folder.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(1, script.waitFor(), output);
        assertTrue(output.endsWith(
                " is there and was not made by this script; name another folder, or remove it yourself\n"));
        assertEquals("dear", Files.readString(file));
    }
}
