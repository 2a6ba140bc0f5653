package org.pagerace.race;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.pagerace.config.ConfigException;
import org.pagerace.config.Reason;
import org.pagerace.config.UserFolder;
import org.pagerace.result.Calibration.NoiseFloor;
import org.pagerace.result.Json;
import org.pagerace.result.LinkInfo;
import org.pagerace.result.MachineInfo;
import org.pagerace.result.PlanInfo;

/**
 * The noise floors that were measured on this user's machines. A file that cannot be read or written is told and costs a
 * measurement, never the race.
 */
final class NoiseFloorFile {
    private static final String FORMAT = "pagerace-noise-floor";
    private static final int VERSION = 2;
    private static final String NAME = "noise-floor.json";

    private final UserFolder folder;
    private final Consumer<String> messages;

    NoiseFloorFile(UserFolder folder, Consumer<String> messages) {
        this.folder = folder;
        this.messages = messages;
    }

    /**
     * What a noise floor holds for: on another kernel or Java, or asked in another way, it may be another.
     *
     * @param jdk its feature version
     * @param protocol of the race, which decides the version of HTTP
     * @param connections over which it was measured, as {@link NoiseFloorMeter} does
     * @param linkBitsPerSecond 0 without a link
     */
    record Key(
            String cpu,
            int cores,
            String kernel,
            int jdk,
            String driver,
            String protocol,
            int connections,
            boolean keepAlive,
            long linkBitsPerSecond) {
        static Key of(MachineInfo machine, PlanInfo plan) {
            PlanInfo.Mode measured = NoiseFloorMeter.like(plan);
            return new Key(
                    machine.cpu(),
                    machine.cores(),
                    machine.kernel(),
                    Runtime.version().feature(),
                    plan.driver(),
                    plan.protocol(),
                    measured.connections(),
                    measured.keepAlive(),
                    plan.link().map(LinkInfo::bitsPerSecond).orElse(0L));
        }
    }

    /** One measurement. */
    record Entry(Key machine, NoiseFloor floor) {
        Entry {
            Objects.requireNonNull(machine);
            Objects.requireNonNull(floor);
        }
    }

    /** The members that tell whether the others can be read. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record Head(String format, int version) {
        Head {
            if (!FORMAT.equals(format)) {
                throw new IllegalArgumentException("it holds no noise floors");
            }
            if (version != VERSION) {
                throw new IllegalArgumentException("it has layout version " + version + ", not " + VERSION);
            }
        }
    }

    /** The whole file. */
    record Document(String format, int version, List<Entry> floors) {
        Document {
            floors = List.copyOf(floors);
        }
    }

    /** Returns what was measured on such a machine. */
    Optional<NoiseFloor> find(Key key) {
        return read().stream()
                .filter(entry -> entry.machine().equals(key))
                .map(Entry::floor)
                .findFirst();
    }

    /** Keeps it in the place of what was known of such a machine. */
    void keep(Key key, NoiseFloor floor) {
        List<Entry> entries = new ArrayList<>(read());
        entries.removeIf(entry -> entry.machine().equals(key));
        entries.add(new Entry(key, floor));
        Path file = file();
        Path temporary =
                file.resolveSibling(NAME + "." + ProcessHandle.current().pid() + ".tmp");
        try {
            folder.create();
            try {
                Files.writeString(temporary, Json.write(new Document(FORMAT, VERSION, entries)));
                Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(temporary);
            }
        } catch (ConfigException e) {
            messages.accept("the noise floor is not kept for the next race: " + e.getMessage());
        } catch (IOException e) {
            messages.accept("the noise floor is not kept for the next race: cannot write " + file + " ("
                    + Reason.of(e, file) + "); name another folder in PAGERACE_STATE");
        }
    }

    private List<Entry> read() {
        Path file = file();
        if (!Files.exists(file)) {
            return List.of();
        }
        try {
            Json.read(file, Head.class);
            return Json.read(file, Document.class).floors();
        } catch (IOException e) {
            messages.accept("what was known of this machine's noise floor is lost, since " + file + " cannot be used ("
                    + Reason.of(e, file) + "); it will be measured anew and the file replaced");
            return List.of();
        }
    }

    Path file() {
        return folder.root().resolve(NAME);
    }
}
