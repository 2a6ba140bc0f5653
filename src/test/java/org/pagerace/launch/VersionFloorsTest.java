package org.pagerace.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VersionFloorsTest {
    @TempDir
    Path folder;

    private void jar(String name, String version) throws IOException {
        var manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (version != null) {
            manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, version);
        }
        Path lib = Files.createDirectories(folder.resolve("lib"));
        try (var jar = new JarOutputStream(Files.newOutputStream(lib.resolve(name)), manifest)) {
            jar.flush();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "jetty-http-12.1.11.jar, 12.1.11",
        "jetty-http-12.1.99.jar, 12.1.7", // the name proves nothing
        "jetty-server-12.0.40.jar, 12.0.40", // another branch: the highest floor counts
        "catalina.jar, 10.1.43",
        "catalina.jar, 11.0.9",
        "tomcat-coyote.jar, 9.0.120",
        "mysql-connector-j-9.2.0.jar, 9.2.0",
        "mysql-connector-java-8.0.33.jar, 8.0.33"
    })
    void problems_jarBelowItsFloor_isNamed(String name, String version) throws IOException {
        jar(name, version);
        String problem = VersionFloors.read().problems(folder).get(0);
        assertEquals(name + " is " + version, problem.replaceFirst(",.*", ""));
    }

    @ParameterizedTest
    @CsvSource({
        "jetty-http-12.1.12.jar, 12.1.12",
        "jetty-http-12.2.0.jar, 12.2.0",
        "catalina.jar, 10.1.44",
        "catalina.jar, 10.1.100",
        "catalina.jar, 11.0.10",
        "tomcat-coyote.jar, 11.1.0",
        "mysql-connector-j-9.3.0.jar, 9.3.0",
        "mysql-connector-j-9.10.0.jar, 9.10.0",
        "mysql-connector-j-26.10.0.jar, 26.10.0"
    })
    void problems_jarAtItsFloorOrAbove_areNone(String name, String version) throws IOException {
        jar(name, version);
        assertEquals(1, VersionFloors.read().judged(folder));
        assertEquals(0, VersionFloors.read().problems(folder).size());
    }

    @ParameterizedTest
    @CsvSource({"jetty-util-12.1.14.jar,", "jetty-util-12.1.14.jar, 12.1.14-SNAPSHOT"})
    void problems_jarOfNoRelease_areAnError(String name, String version) throws IOException {
        jar(name, version);
        assertThrows(IOException.class, () -> VersionFloors.read().problems(folder));
    }

    @Test
    void judged_jarWithoutAFloor_isNone() throws IOException {
        jar("jetty-servlet-api-4.0.9.jar", "4.0.9");
        assertEquals(0, VersionFloors.read().judged(folder));
    }
}
