package org.pagerace.load.compat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** The machine as abc's preamble describes it; from Linux's files below a root folder. */
final class AbcMachine {
    private static final DateTimeFormatter ASCTIME =
            DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.ROOT);
    private static final double KBYTES_PER_GBYTE = 1024 * 1024.;

    private final Path root;

    AbcMachine(Path root) {
        this.root = root;
    }

    /** Returns the cores of one processor, as the kernel says; at least 1. */
    int cores() {
        return Math.max(1, lastNumber("cpu cores"));
    }

    String describe(ZonedDateTime now) {
        var text = new StringBuilder()
                .append("===============================================================================\n")
                .append("G-WAN ApacheBench / Weighttp / HTTPerf wrapper       http://gwan.ch/source/ab.c\n")
                .append("-------------------------------------------------------------------------------\n")
                .append("Now: " + ASCTIME.format(now) + "\n")
                .append(CFormat.format(
                        "CPU: %d x %u-Core CPU(s) %s\n",
                        Math.max(0, lastNumber("physical id")) + 1,
                        Math.max(0, lastNumber("cpu cores")),
                        value("proc/cpuinfo", "model name")));
        if (memory("MemFree") > 0 && memory("MemTotal") > 0) {
            text.append(CFormat.format(
                    "RAM: %.02f/%.02f (Free/Total, in GB)\n",
                    memory("MemFree") / KBYTES_PER_GBYTE, memory("MemTotal") / KBYTES_PER_GBYTE));
        }
        String machine = System.getProperty("os.arch");
        return text.append(CFormat.format(
                        "OS : %s %s v%s %s\n     %s\n",
                        first("proc/sys/kernel/ostype"),
                        machine.equals("amd64") ? "x86_64" : machine,
                        first("proc/sys/kernel/version"),
                        first("proc/sys/kernel/osrelease"),
                        first("etc/issue")))
                .append(CFormat.format("abc: max open sockets: %ld\n\n", openFiles()))
                .toString();
    }

    private static long openFiles() {
        var system = ManagementFactory.getOperatingSystemMXBean();
        return system instanceof com.sun.management.UnixOperatingSystemMXBean unix
                ? unix.getMaxFileDescriptorCount()
                : 0;
    }

    /** Returns the memory that abc calls used, in kilobytes; only its changes mean anything. */
    long usedKilobytes() {
        return memory("MemTotal") + memory("Buffers") + memory("Cached") - memory("MemFree");
    }

    private long memory(String name) {
        return CNumber.atoi(value("proc/meminfo", name));
    }

    private int lastNumber(String name) {
        int last = -1;
        for (String line : lines("proc/cpuinfo")) {
            if (line.startsWith(name)) {
                last = Math.max(last, CNumber.atoi(line.substring(line.indexOf(':') + 1)));
            }
        }
        return last;
    }

    private String value(String file, String name) {
        return lines(file).stream()
                .filter(line -> line.startsWith(name) && line.indexOf(':') > 0)
                .map(line -> line.substring(line.indexOf(':') + 1).strip().replaceAll(" +", " "))
                .findFirst()
                .orElse("");
    }

    private String first(String file) {
        List<String> lines = lines(file);
        return lines.isEmpty() ? "" : lines.get(0).replaceAll("\\p{Cntrl}.*", "");
    }

    private List<String> lines(String file) {
        try {
            return Files.readAllLines(root.resolve(file), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return List.of(); // another system than Linux
        }
    }
}
