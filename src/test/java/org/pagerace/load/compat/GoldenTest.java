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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every dialect, from its arguments to the last byte of both blocks, on requests whose fate is written down. */
class GoldenTest {
    /** Where the real outcome of a failed test is left, to be looked at and perhaps kept. */
    private static final Path OUTCOMES = Path.of("target/dialects");

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
        int exit = dialect.run(golden.arguments().subList(1, golden.arguments().size()), console);
        String outText = out.toString(StandardCharsets.UTF_8);
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

    private static Dialect dialect(String name, Driver driver) {
        return switch (name) {
            case "ab" -> new AbDialect(driver);
            case "webbench" -> new WebbenchDialect(driver);
            case "http_load" -> new HttpLoadDialect(driver);
            case "weighttp" -> new WeighttpDialect(driver);
            default -> throw new IllegalArgumentException("no dialect " + name);
        };
    }
}
