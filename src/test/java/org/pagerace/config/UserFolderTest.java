package org.pagerace.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserFolderTest {
    private final Properties properties = new Properties();

    private Path cache(Map<String, String> environment) {
        properties.setProperty("user.home", "/nonexistent");
        return UserFolder.find(UserFolder.Kind.CACHE, environment, properties).root();
    }

    @Test
    void find_home_isTheEnvironmentsBeforeThePasswordFiles() {
        assertEquals(Path.of("/tmp/x/.cache/pagerace"), cache(Map.of("HOME", "/tmp/x")));
        assertEquals(Path.of("/nonexistent/.cache/pagerace"), cache(Map.of()));
        assertEquals(Path.of("/nonexistent/.cache/pagerace"), cache(Map.of("HOME", "")));
    }

    @Test
    void find_severalPlaces_takesTheClosest() {
        Map<String, String> xdg = Map.of("HOME", "/h", "XDG_CACHE_HOME", "/x");
        assertEquals(Path.of("/x/pagerace"), cache(xdg));
        Map<String, String> own = Map.of("HOME", "/h", "XDG_CACHE_HOME", "/x", "PAGERACE_CACHE", "/own");
        assertEquals(Path.of("/own"), cache(own));
        properties.setProperty("pagerace.cache", "/property");
        assertEquals(Path.of("/property"), cache(own));
    }

    @Test
    void create_placeTaken_namesWhatWorksWithEveryLauncher(@TempDir Path folder) throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        var data = new UserFolder(UserFolder.Kind.DATA, file);
        assertEquals(
                "the data folder " + file + " is no folder; name a writable one in PAGERACE_DATA or XDG_DATA_HOME,"
                        + " or with java -Dpagerace.data=FOLDER",
                assertThrows(ConfigException.class, data::create).getMessage());
    }
}
