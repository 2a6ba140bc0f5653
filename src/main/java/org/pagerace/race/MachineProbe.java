package org.pagerace.race;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.pagerace.result.MachineInfo;

/** Asks the system what machine this is. */
final class MachineProbe {
    private static final String UNKNOWN = "unknown";
    private static final long KIBIBYTE = 1024;

    private MachineProbe() {}

    static MachineInfo read() {
        return new MachineInfo(
                value(lines("/proc/cpuinfo"), "model name", ":").orElse(UNKNOWN),
                Runtime.getRuntime().availableProcessors(),
                memoryBytes(lines("/proc/meminfo")),
                System.getProperty("os.version"),
                value(lines("/etc/os-release"), "PRETTY_NAME", "=")
                        .map(name -> name.replace("\"", ""))
                        .orElse(System.getProperty("os.name")),
                Runtime.version() + ", " + System.getProperty("java.vendor"));
    }

    /** Returns what follows {@code key} and the separator in the first such line. */
    static Optional<String> value(List<String> lines, String key, String separator) {
        return lines.stream()
                .filter(line -> line.startsWith(key) && line.contains(separator))
                .map(line -> line.substring(line.indexOf(separator) + 1).strip())
                .filter(value -> !value.isEmpty())
                .findFirst();
    }

    /** Returns MemTotal of /proc/meminfo; 0 if it is not there. */
    static long memoryBytes(List<String> lines) {
        return value(lines, "MemTotal", ":")
                .map(value -> value.replaceAll("\\D", ""))
                .filter(digits -> !digits.isEmpty())
                .map(digits -> Long.parseLong(digits) * KIBIBYTE)
                .orElse(0L);
    }

    private static List<String> lines(String file) {
        try {
            return Files.readAllLines(Path.of(file));
        } catch (IOException e) {
            return List.of(); // not this kind of system: the report then says "unknown"
        }
    }
}
