package org.pagerace.load.compat;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pagerace.load.ScriptedServer;

/** Every dialect, from its arguments to the last byte of both blocks, on requests whose fate is written down. */
class GoldenTest {
    /** Where the real outcome of a failed test is left, to be looked at and perhaps kept. */
    private static final Path OUTCOMES = Path.of("target/dialects");

    @TempDir
    private Path folder;

    static Stream<Golden> files() throws IOException {
        return Golden.all();
    }

    @ParameterizedTest
    @MethodSource("files")
    void run_scriptedRequests_printsWhatTheFileSays(Golden golden) throws IOException, InterruptedException {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        var console = new Console(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                Clock.fixed(Instant.parse("2026-11-30T12:00:00Z"), ZoneOffset.UTC),
                Optional.empty(),
                action -> {});
        Dialect dialect = dialect(golden.arguments().get(0), new ScriptedDriver(golden.samples(), golden.elapsed()));
        int exit;
        String outText;
        try (var server = ScriptedServer.answering(ScriptedServer.OK)) { // abc looks for itself whether one is there
            String address = "127.0.0.1:" + server.uri().getPort();
            exit = dialect.run(
                    golden.arguments().stream()
                            .skip(1)
                            .map(word -> word.replace("ADDRESS", address))
                            .toList(),
                    console);
            outText = masked(out.toString(StandardCharsets.UTF_8).replace(address, "ADDRESS"));
        }
        String errText = err.toString(StandardCharsets.UTF_8);
        if (exit != golden.exit() || !outText.equals(golden.out()) || !errText.equals(golden.err())) {
            Files.createDirectories(OUTCOMES);
            Files.writeString(OUTCOMES.resolve(golden.name() + ".txt"), golden.with(outText, errText, exit));
        }
        assertAll(
                () -> assertEquals(golden.out(), outText, "standard output"),
                () -> assertEquals(golden.err(), errText, "standard error"),
                () -> assertEquals(golden.exit(), exit, "exit status"));
    }

    /** Without what only this machine says. */
    private static String masked(String out) {
        return out.replaceAll("(?m)^(OS : \\w+) \\w+", "$1 ARCH")
                .replaceAll("(?m)^(abc: max open sockets:) \\d+$", "$1 N");
    }

    private Dialect dialect(String name, Driver driver) {
        return switch (name) {
            case "ab" -> new AbDialect(driver);
            case "webbench" -> new WebbenchDialect(driver);
            case "http_load" -> new HttpLoadDialect(driver);
            case "weighttp" -> new WeighttpDialect(driver);
            case "abc" -> new AbcDialect(driver, new AbcMachine(Golden.FOLDER.resolve("machine")), folder);
            default -> throw new IllegalArgumentException("no dialect " + name);
        };
    }
}
