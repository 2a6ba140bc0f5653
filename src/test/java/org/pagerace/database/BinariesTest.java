package org.pagerace.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BinariesTest {
    private static final Path SERVER = Path.of("/opt/bin/mariadbd");

    @ParameterizedTest
    @CsvSource({
        "mariadbd  Ver 10.11.19-MariaDB-0+deb12u1 for debian-linux-gnu on x86_64 (Debian 12), 10.11.19",
        "/cache/bin/mariadbd  Ver 11.4.5-MariaDB for linux-systemd on x86_64 (MariaDB Server), 11.4.5"
    })
    void version_mariaDb_isItsNumber(String output, String expected) throws DatabaseException {
        assertEquals(expected, Binaries.version(SERVER, output));
    }

    @Test
    void version_missingLibrary_namesThePackage() {
        String message = failure("/opt/bin/mariadbd: error while loading shared libraries: libcrypt.so.1: cannot open"
                + " shared object file: No such file or directory\n");
        assertTrue(message.contains("libcrypt.so.1 is missing; install it (libxcrypt-compat on Fedora"), message);
        assertTrue(message.contains("--db system"), message);
    }

    @Test
    void version_mysql_pointsToTheUrl() {
        String message = failure("/usr/sbin/mysqld  Ver 8.4.3 for Linux on x86_64 (MySQL Community Server - GPL)\n");
        assertTrue(message.contains("--db JDBC-URL"), message);
    }

    private static String failure(String output) {
        return assertThrows(DatabaseException.class, () -> Binaries.version(SERVER, output))
                .getMessage();
    }

    /** As the loader of the system ends a program whose library is missing. */
    @Test
    void embedded_programThatCannotRun_isToldWithItsPackage(@TempDir Path folder) throws Exception {
        Path program = Files.createDirectories(folder.resolve("bin")).resolve("mariadbd");
        Files.writeString(program, """
                #!/bin/sh
                echo "$0: error while loading shared libraries: libcrypt.so.1: cannot open shared object file" >&2
                exit 127
                """);
        assertTrue(program.toFile().setExecutable(true));
        String message = assertThrows(DatabaseException.class, () -> Binaries.embedded(folder))
                .getMessage();
        assertTrue(
                message.startsWith(program + " cannot run: the library libcrypt.so.1 is missing; install it"), message);
        assertTrue(message.contains("libxcrypt-compat on Fedora"), message);
        assertTrue(message.contains("or a running one with --db JDBC-URL"), message);
    }
}
