package org.pagerace.bars;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Where processes listen, as Linux shows it: addresses in hexadecimal, each group of four bytes backwards. */
final class Listeners {
    private static final String LISTENING = "0A";
    private static final Set<String> LOOPBACK = Set.of(
            "0100007F",
            "00000000000000000000000001000000",
            "0000000000000000FFFF00000100007F"); // 127.0.0.1, ::1, mapped

    private Listeners() {}

    static boolean isLoopback(String address) {
        return LOOPBACK.contains(address);
    }

    /** Returns the address of each listening TCP socket. */
    static List<String> of(Collection<Long> pids) throws IOException {
        Set<String> sockets = sockets(pids);
        var addresses = new ArrayList<String>();
        for (String table : List.of("/proc/self/net/tcp", "/proc/self/net/tcp6")) {
            for (String line : Files.readAllLines(Path.of(table))) {
                String[] fields = line.strip().split("\\s+", -1);
                if (fields[3].equals(LISTENING) && sockets.contains("socket:[" + fields[9] + "]")) {
                    addresses.add(fields[1].substring(0, fields[1].indexOf(':')));
                }
            }
        }
        return addresses;
    }

    private static Set<String> sockets(Collection<Long> pids) throws IOException {
        var sockets = new HashSet<String>();
        for (long pid : pids) {
            try (Stream<Path> files = Files.list(Path.of("/proc/" + pid + "/fd"))) {
                for (Path file : files.toList()) {
                    if (Files.isSymbolicLink(file)) { // those that are open no more are gone
                        sockets.add(Files.readSymbolicLink(file).toString());
                    }
                }
            }
        }
        return sockets;
    }
}
