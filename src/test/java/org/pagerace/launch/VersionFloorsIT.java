package org.pagerace.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What this build has taken from others: none of it too old, all of it in the bill of materials. */
class VersionFloorsIT {
    private static final Path TARGET =
            Path.of(System.getProperty("pagerace.test.war")).resolveSibling("");

    /** The archive as it was packed, and the distributions that the tests and the races run. */
    @ParameterizedTest
    @ValueSource(strings = {"war/WEB-INF/server", "war/WEB-INF/lib"})
    void archive_jars_areAtTheirFloors(String folder) throws IOException {
        assertNoneBelow(TARGET.resolve(folder));
    }

    @ParameterizedTest
    @ValueSource(strings = {"pagerace.test.jetty-home", "pagerace.test.tomcat-10", "pagerace.test.tomcat-11"})
    void distribution_jars_areAtTheirFloors(String property) throws IOException {
        assertNoneBelow(Path.of(System.getProperty(property), "lib"));
    }

    private static void assertNoneBelow(Path folder) throws IOException {
        var floors = VersionFloors.read();
        assertTrue(floors.judged(folder) > 0, folder + " has no jar with a floor: were they renamed?");
        assertEquals(List.of(), floors.problems(folder));
    }

    /** A real jar that is too old: what the check of the others is worth. */
    @Test
    void oldDriver_itsJar_isBelowItsFloor() throws IOException {
        assertEquals(
                "mysql-connector-java-5.1.49.jar is 5.1.49, below [9.3]; see version-floors",
                String.join("\n", VersionFloors.read().problems(TARGET.resolve("old-driver"))));
    }

    @Test
    void billOfMaterials_jarsOfTheArchive_areAllInItAndNothingElse() throws IOException {
        Assumptions.assumeFalse(
                Boolean.getBoolean("pagerace.test.offline"),
                "the plugin that makes it runs only where Maven is online");
        Set<String> listed = new TreeSet<>();
        JsonNode bill = JsonMapper.shared()
                .readTree(TARGET.resolve("pagerace-sbom.json").toFile());
        assertEquals("CycloneDX", bill.path("bomFormat").asString());
        for (JsonNode component : bill.path("components")) {
            listed.add(component.path("name").asString() + "-"
                    + component.path("version").asString() + ".jar");
            assertTrue(component.path("purl").asString().startsWith("pkg:maven/"), component::toString);
            assertTrue(component.path("hashes").size() > 0, component::toString);
        }
        Set<String> packed = new TreeSet<>();
        for (String folder : Set.of("war/WEB-INF/lib", "war/WEB-INF/server")) {
            try (Stream<Path> jars = Files.list(TARGET.resolve(folder))) {
                jars.forEach(jar -> packed.add(jar.getFileName().toString()));
            }
        }
        assertEquals(packed, listed);
    }
}
