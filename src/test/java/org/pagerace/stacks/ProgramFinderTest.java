package org.pagerace.stacks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgramFinderTest {
    @TempDir
    private Path folder;

    @Test
    void program_versionedNames_takesTheHighest() throws Exception {
        program("php-fpm7.4");
        program("php-fpm8.9");
        Path newest = program("php-fpm8.10");
        program("php-fpm-helper");
        Files.createFile(folder.resolve("php-fpm9.0")); // not executable
        assertEquals(Optional.of(newest), finder().program("php-fpm"));
    }

    @Test
    void program_plainName_goesBeforeVersionedOnes() throws Exception {
        program("php-fpm8.2");
        Path plain = program("php-fpm");
        assertEquals(Optional.of(plain), finder().program("php-fpm"));
    }

    @Test
    void program_alternatives_takesTheFirstThatIsThere() throws Exception {
        Path httpd = program("httpd");
        assertEquals(Optional.of(httpd), finder().program("apache2|httpd"));
        assertEquals("apache2", ProgramFinder.name("apache2|httpd"));
        assertEquals(Optional.empty(), finder().program("nginx"));
    }

    @Test
    void newest_pattern_matchesAcrossFolders() throws Exception {
        for (String version : List.of("20220829", "20210902")) {
            Files.createFile(Files.createDirectory(folder.resolve(version)).resolve("mysqli.so"));
        }
        assertEquals(Optional.of(folder.resolve("20220829/mysqli.so")), ProgramFinder.newest(folder + "/*/mysqli.so"));
        assertEquals(Optional.empty(), ProgramFinder.newest(folder + "/*/gd.so"));
        assertEquals(Optional.of(folder), ProgramFinder.newest(folder.toString()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nginx version: nginx/1.22.1                     | 1.22.1",
                "PHP 8.2.36 (fpm-fcgi) (built: Nov 18 2026)      | 8.2.36",
                "Server version: Apache/2.4.71 (Debian)          | 2.4.71",
                "lighttpd/1.4.69 (ssl) - a light and fast server | 1.4.69",
                "openjdk version \"17.0.15\" 2025-04-15          | 17.0.15",
                "openjdk version \"25\" 2025-09-16               | 25",
                "jetty-server-12.1.14.jar                        | 12.1.14",
            })
    void parse_outputOfRealPrograms_findsTheVersion(String output, String version) {
        assertEquals(Optional.of(version), Versions.parse(output));
    }

    private ProgramFinder finder() {
        return new ProgramFinder(List.of(folder.resolve("absent"), folder));
    }

    private Path program(String name) throws IOException {
        return Files.createFile(
                folder.resolve(name),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
    }
}
