package org.pagerace.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HomeTest {
    private static final Home WAR = new Home(Path.of("/cache/key"), Optional.of(Path.of("/x/pagerace.war")));

    @AfterEach
    void clearProperty() {
        System.clearProperty("pagerace.cache");
    }

    @Test
    void javaCommand_archive_isRunAsAJar() {
        assertEquals(List.of("-jar", "/x/pagerace.war"), afterJava(WAR));
    }

    @Test
    void javaCommand_cacheNamedByProperty_isTheChildsTooWhereverItRuns() {
        System.setProperty("pagerace.cache", "some/cache");
        String option = "-Dpagerace.cache=" + Path.of("some/cache").toAbsolutePath();
        assertEquals(List.of(option, "-jar", "/x/pagerace.war"), afterJava(WAR));
    }

    @Test
    void javaCommand_noArchive_isAClassPathOfTheFolder() {
        List<String> command = afterJava(new Home(Path.of("/x"), Optional.empty()));
        assertEquals(
                List.of("-cp", "/x/WEB-INF/classes:/x/WEB-INF/lib/*:/x/WEB-INF/server/*", "org.pagerace.cli.Main"),
                command);
    }

    @Test
    void serveCommand_archive_hasTheOptionsOfTheScript() throws IOException {
        List<String> command = WAR.serveCommand();
        assertEquals(List.of("-jar", "/x/pagerace.war", "serve"), command.subList(command.size() - 3, command.size()));
        String options = String.join(" ", command.subList(1, command.size() - 3));
        assertTrue(Files.readString(Path.of("pagerace")).contains(" " + options + " "), options);
    }

    private static List<String> afterJava(Home home) {
        List<String> command = home.javaCommand();
        return command.subList(1, command.size());
    }
}
