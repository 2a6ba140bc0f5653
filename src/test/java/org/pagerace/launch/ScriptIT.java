package org.pagerace.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the script {@code pagerace} gives the JVM: a copy of it beside an empty WAR, with a JDK that repeats its words. */
@Timeout(60)
class ScriptIT {
    @TempDir
    private Path folder;

    private Path jdk;

    @BeforeEach
    void makeCheckoutAndJdk() throws IOException {
        Path script = folder.resolve("pagerace");
        Files.copy(Path.of("pagerace"), script, StandardCopyOption.COPY_ATTRIBUTES);
        assertTrue(script.toFile().setExecutable(true));
        Files.writeString(folder.resolve("pom.xml"), "");
        for (String name : List.of("src", "webapp", "sql", "jetty-base", "target")) {
            Files.createDirectory(folder.resolve(name));
        }
        Files.writeString(folder.resolve("target/pagerace.war"), ""); // younger than all its sources
        jdk = Files.createDirectories(folder.resolve("jdk"));
        setVersion("21.0.1");
        Path java = Files.createDirectories(jdk.resolve("bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\nfor word; do printf '%s\\n' \"$word\"; done\n");
        assertTrue(java.toFile().setExecutable(true));
    }

    private void setVersion(String version) throws IOException {
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
    }

    private List<String> words(String... arguments) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of(folder.resolve("pagerace").toString()));
        command.addAll(List.of(arguments));
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        var builder = new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().put("JAVA_HOME", jdk.toString());
        Process process = builder.start();
        try {
            assertTrue(process.waitFor(30, TimeUnit.SECONDS), "did not end");
        } finally {
            process.destroyForcibly();
        }
        assertEquals(0, process.exitValue(), Files.readString(err));
        assertTrue(
                Files.readString(err).matches("pagerace: using Java \\d+ in " + Pattern.quote(jdk.toString()) + "\n"),
                Files.readString(err));
        return Files.readAllLines(out);
    }

    private String war() {
        return folder.resolve("target/pagerace.war").toString();
    }

    /** Its runs last seconds, on a small heap: see docs/performance.md. */
    @ParameterizedTest
    @ValueSource(strings = {"load", "ab", "abc", "webbench", "http_load", "weighttp"})
    void driverCommands_getTheDriversOptions(String command) throws Exception {
        assertEquals(
                List.of("-XX:+UseSerialGC", "-XX:CompileThresholdScaling=3", "-jar", war(), command, "-n", "1 2", ""),
                words(command, "-n", "1 2", ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"race", "doctor", "--help"})
    void otherCommands_getNone(String command) throws Exception {
        assertEquals(List.of("-jar", war(), command), words(command));
    }

    /** From 19 on the JVM itself makes and renews the archive of its classes. */
    @Test
    void serve_newJdk_leavesTheArchiveToTheJvm() throws Exception {
        assertServe(List.of("-XX:+AutoCreateSharedArchive", "-XX:SharedArchiveFile=" + archive(21)));
    }

    @Test
    void serve_jdk17_makesTheArchiveThenUsesItUntilTheWarIsNewer() throws Exception {
        setVersion("17.0.1");
        List<String> make = List.of("-XX:ArchiveClassesAtExit=" + archive(17));
        assertServe(make);
        Files.writeString(archive(17), "");
        setAge(archive(17), 1);
        setAge(Path.of(war()), 2);
        assertServe(List.of("-XX:SharedArchiveFile=" + archive(17)));
        setAge(archive(17), 3);
        assertServe(make);
    }

    private void assertServe(List<String> archiveOptions) throws IOException, InterruptedException {
        List<String> expected = new ArrayList<>(List.of("-XX:+UseSerialGC", "-Xms96m", "-Xmn64m"));
        expected.addAll(archiveOptions);
        expected.addAll(List.of("-jar", war(), "serve", "--port", "0"));
        assertEquals(expected, words("serve", "--port", "0"));
    }

    private Path archive(int version) {
        return folder.resolve("target/serve-" + version + ".jsa");
    }

    /** All sources are older. */
    private static void setAge(Path file, int hours) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().plus(Duration.ofHours(9 - hours))));
    }

    @Test
    void noCommand_getsNone() throws Exception {
        assertEquals(List.of("-jar", war()), words());
    }

    /** The options are not made up: a real JVM takes them. */
    @Test
    void driverOptions_areKnownToThisJava() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:CompileThresholdScaling=3",
                        "-version")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("version").toFile())
                .start();
        try {
            assertTrue(process.waitFor(30, TimeUnit.SECONDS), "did not end");
        } finally {
            process.destroyForcibly();
        }
        assertEquals(0, process.exitValue(), Files.readString(folder.resolve("version")));
    }
}
