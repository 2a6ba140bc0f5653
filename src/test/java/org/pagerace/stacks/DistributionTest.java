package org.pagerace.stacks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pagerace.config.UserFolder;

class DistributionTest {
    private static final Distribution SERVER = Distribution.parse("org.example.nowhere:server:1.2.3");

    @TempDir
    private Path folder;

    private final List<String> progress = new ArrayList<>();
    private UserFolder cache;

    @BeforeEach
    void findCache() {
        cache = new UserFolder(UserFolder.Kind.CACHE, folder.resolve("cache"));
    }

    private void zip(String... names) throws IOException {
        try (var zip = new ZipOutputStream(Files.newOutputStream(folder.resolve("server-1.2.3.zip")))) {
            for (String name : names) {
                zip.putNextEntry(new ZipEntry(name));
                zip.write(name.getBytes(StandardCharsets.US_ASCII));
            }
        }
    }

    private Path unpack() throws Exception {
        return SERVER.unpack(folder, cache, progress::add);
    }

    @Test
    void unpack_twice_isDoneOnceAndGivesTheFolderInside() throws Exception {
        zip("server-1.2.3/bin/run.sh", "server-1.2.3/conf/a.xml");
        Path first = unpack();
        assertEquals("server-1.2.3/bin/run.sh", Files.readString(first.resolve("bin/run.sh")));
        assertEquals(first, unpack());
        assertEquals(1, progress.size(), progress::toString);
    }

    @Test
    void unpack_fileMissingFromTheCache_isDoneAgain() throws Exception {
        zip("server-1.2.3/bin/run.sh", "server-1.2.3/conf/a.xml");
        Files.delete(unpack().resolve("conf/a.xml"));
        assertTrue(Files.exists(unpack().resolve("conf/a.xml")));
        assertEquals(2, progress.size(), progress::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"server-1.2.3/../../../evil.sh", "server-1.2.3/a other/b"})
    void unpack_oddArchive_isCalledDamagedAndLeavesNothing(String names) throws Exception {
        zip(names.split(" "));
        var e = assertThrows(StackException.class, this::unpack);
        assertTrue(e.getMessage().contains("server-1.2.3.zip is damaged ("), e.getMessage());
        assertFalse(Files.exists(folder.resolve("evil.sh")));
    }

    @Test
    void unpack_noZipFile_isCalledDamaged() throws Exception {
        Files.writeString(folder.resolve("server-1.2.3.zip"), "<html>not found</html>");
        var e = assertThrows(StackException.class, this::unpack);
        assertTrue(e.getMessage().endsWith("; delete it and build again"), e.getMessage());
    }

    @Test
    void availability_noArchive_isNotInstalledAndSaysWhereItBelongs() throws Exception {
        Path stacks = Files.createDirectory(folder.resolve("stacks"));
        Files.writeString(stacks.resolve("mine.yaml"), """
            name: mine
            distributions: { server: "org.example.nowhere:server:1.2.3" }
            processes:
              - { name: server, command: [sh], ready: { http: /, within: 1s }, stop: TERM }
            pages: { index: / }
            """);
        StackDescriptor mine = StackCatalog.load(stacks, Optional.empty()).find("mine");
        Map<String, String> placeholders = Map.of("distributions", folder.toString());
        var finder = new ProgramFinder(List.of());
        Availability missing = Availability.of(mine, finder, placeholders);
        assertFalse(missing.installed());
        assertEquals("not found: server-1.2.3.zip", missing.reason());
        assertTrue(missing.hint().contains("or put server-1.2.3.zip into " + folder + " or "), missing.hint());
        zip("server-1.2.3/a");
        Availability there = Availability.of(mine, finder, placeholders);
        assertTrue(there.installed());
        assertEquals(Map.of("server", "1.2.3"), there.versions());
    }
}
