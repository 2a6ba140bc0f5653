package org.pagerace.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pagerace.config.UserFolder;
import org.pagerace.result.Calibration.NoiseFloor;

class NoiseFloorFileTest {
    private static final NoiseFloorFile.Key MACHINE = key("cpu", 17, "builtin", 32);
    private static final NoiseFloor FLOOR = new NoiseFloor(0.03, 10, Instant.parse("2026-11-30T12:00:00Z"), false);

    @TempDir
    Path temporary;

    private final List<String> messages = new ArrayList<>();

    private NoiseFloorFile file() {
        return new NoiseFloorFile(new UserFolder(UserFolder.Kind.STATE, temporary.resolve("state")), messages::add);
    }

    private static NoiseFloorFile.Key key(String cpu, int jdk, String driver, int connections) {
        return new NoiseFloorFile.Key(cpu, 2, "6.1", jdk, driver, "modern", connections, true, 0);
    }

    @Test
    void find_keptBefore_isTheSameForThatMachineAndLoadOnly() {
        file().keep(MACHINE, FLOOR);
        assertEquals(Optional.of(FLOOR), file().find(MACHINE));
        assertEquals(Optional.empty(), file().find(key("cpu", 21, "builtin", 32)));
        assertEquals(Optional.empty(), file().find(key("cpu", 17, "wrk", 32)));
        assertEquals(Optional.empty(), file().find(key("cpu", 17, "builtin", 64)));
        assertEquals(List.of(), messages);
    }

    @Test
    void keep_again_replacesThatMachineAndKeepsOthers() {
        var other = key("other", 17, "builtin", 32);
        var newer = new NoiseFloor(0.01, 10, Instant.parse("2026-12-01T12:00:00Z"), false);
        file().keep(MACHINE, FLOOR);
        file().keep(other, FLOOR);
        file().keep(MACHINE, newer);
        assertEquals(Optional.of(newer), file().find(MACHINE));
        assertEquals(Optional.of(FLOOR), file().find(other));
    }

    @Test
    void find_noFile_isEmptyAndSilent() {
        assertEquals(Optional.empty(), file().find(MACHINE));
        assertEquals(List.of(), messages);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "\u0000\u0001",
                "{\"name\": \"npm\"}",
                "{\"format\": \"pagerace-noise-floor\", \"version\": 3, \"new\": 1}",
                "{\"format\": \"pagerace-noise-floor\", \"version\": 2, \"floors\": [{\"machine\": null}, 7]}"
            })
    void find_damagedOrForeign_saysSoAndIsReplaced(String content) throws IOException {
        Files.createDirectories(file().file().getParent());
        Files.writeString(file().file(), content);
        assertEquals(Optional.empty(), file().find(MACHINE));
        assertEquals(1, messages.size(), messages::toString);
        assertTrue(messages.get(0).contains(file().file() + " cannot be used"), messages.get(0));
        file().keep(MACHINE, FLOOR);
        assertEquals(Optional.of(FLOOR), file().find(MACHINE));
    }

    @Test
    void keep_folderCannotBeMade_saysSo() throws IOException {
        Files.createFile(temporary.resolve("state"));
        file().keep(MACHINE, FLOOR);
        assertTrue(messages.get(0).startsWith("the noise floor is not kept for the next race: "), messages::toString);
        assertTrue(messages.get(0).contains("PAGERACE_STATE"), messages.get(0));
    }
}
