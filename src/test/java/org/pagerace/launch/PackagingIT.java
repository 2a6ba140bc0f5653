package org.pagerace.launch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The built archive: what lies where, and that {@code java -jar} starts it. */
class PackagingIT {
    private static final Path WAR = Path.of(System.getProperty("pagerace.test.war"));
    private static final Pattern JAR = Pattern.compile("WEB-INF/(lib|server)/(.+?)-\\d[^/]*\\.jar");

    @TempDir
    Path folder;

    @Test
    void archive_classesOutsideWebInf_areTheLauncherAlone() throws IOException {
        var outside = names().filter(name -> name.endsWith(".class") && !name.startsWith("WEB-INF/"))
                .toList();
        assertFalse(outside.isEmpty());
        assertTrue(outside.stream().allMatch(name -> name.startsWith("org/pagerace/launch/")), outside::toString);
        assertEquals(
                List.of(),
                names().filter(name -> name.startsWith("WEB-INF/classes/org/pagerace/launch/"))
                        .toList());
    }

    @Test
    void archive_libraries_areThoseThePagesNeed() throws IOException {
        var libraries = names().filter(name -> name.startsWith("WEB-INF/lib/"))
                .map(PackagingIT::artifact)
                .toList();
        assertEquals(List.of("HikariCP", "mysql-connector-j", "slf4j-api", "slf4j-jdk14"), libraries);
    }

    @Test
    void archive_jars_areOnePerArtifactAndStored() throws IOException {
        try (var archive = new ZipFile(WAR.toFile())) {
            var jars = archive.stream()
                    .filter(entry -> entry.getName().endsWith(".jar"))
                    .toList();
            var artifacts =
                    jars.stream().map(jar -> artifact(jar.getName())).sorted().toList();
            assertEquals(artifacts.stream().distinct().toList(), artifacts);
            for (ZipEntry jar : jars) {
                assertEquals(ZipEntry.STORED, jar.getMethod(), jar.getName());
            }
        }
    }

    @Test
    void archive_php_liesOnlyBelowWebInf() throws IOException {
        assertTrue(names().anyMatch("WEB-INF/php/pages/db.php"::equals));
        assertEquals(
                List.of(),
                names().filter(name -> name.endsWith(".php") && !name.startsWith("WEB-INF/php/"))
                        .toList());
    }

    @Test
    void version_emptyCacheTwoAtOnceThenAgain_isPrinted() throws Exception {
        Process first = start("--version");
        Process second = start("--version");
        for (Process process : List.of(first, second, start("--version"))) {
            var output = new String(process.getInputStream().readAllBytes(), UTF_8);
            assertEquals(0, exitCode(process));
            assertTrue(output.startsWith("pagerace "), output);
        }
    }

    @Test
    void unknownOption_anywhere_exitsWithUsageAndOneHint() throws Exception {
        Process process = start("--no-such-option");
        var errors = new String(process.getErrorStream().readAllBytes(), UTF_8);
        assertEquals(2, exitCode(process));
        assertTrue(errors.contains("--no-such-option") && errors.contains("--help"), errors);
        assertFalse(errors.contains("\tat "), errors);
    }

    @Test
    void cacheUnwritable_start_namesItAndExitsWithOne() throws Exception {
        Path file = Files.createFile(folder.resolve("cache"));
        Process process = start("--version");
        var errors = new String(process.getErrorStream().readAllBytes(), UTF_8);
        assertEquals(1, exitCode(process));
        assertTrue(errors.contains(file.toString()) && errors.contains("PAGERACE_CACHE"), errors);
        assertFalse(errors.contains("\tat "), errors);
    }

    private Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar", WAR.toString()));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command);
        builder.environment().put("PAGERACE_CACHE", folder.resolve("cache").toString());
        return builder.start();
    }

    private static int exitCode(Process process) throws InterruptedException {
        assertTrue(process.waitFor(30, TimeUnit.SECONDS), "still running after 30 s");
        return process.exitValue();
    }

    private static Stream<String> names() throws IOException {
        try (var archive = new ZipFile(WAR.toFile())) {
            return archive.stream()
                    .map(ZipEntry::getName)
                    .filter(name -> !name.endsWith("/"))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    private static String artifact(String entry) {
        var matcher = JAR.matcher(entry);
        assertTrue(matcher.matches(), entry);
        return matcher.group(2);
    }
}
