package org.pagerace.sample;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** How many connections wait to be accepted at the stack's sockets, TCP and unix. For one thread. */
final class ListenQueues {

    /*
     * The kernel lists listening TCP sockets before all others, and gives the connections that wait at each as its
     * receive queue; reading stops at the first socket that does not listen, since there may be tens of thousands in
     * TIME_WAIT. Where there are none, as of IPv6 where everybody uses IPv4, the kernel looks through a table of 262,144
     * places for one, which takes a millisecond: so only those files are read in which sockets of the stack were found. A
     * unix socket's queue is not told, but the connections in it are listed: they bear the path of the
     * socket they wait at, and are in state "connecting" (net/unix/af_unix.c, unix_seq_show) until they are accepted.
     * The lengths of the queues are told by ss(8) only, over netlink.
     */

    private static final String LISTENING = "0A";
    private static final String CONNECTING = "02";

    private static final Pattern BLANKS = Pattern.compile("\\s+");

    private final ProcFiles proc;
    private final String net;
    private final List<String> listens;
    private List<String> files = List.of("/tcp", "/tcp6");

    /** @param net the folder {@code PID/net} of a process in the servers' namespace */
    ListenQueues(ProcFiles proc, String net, List<String> listens) {
        this.proc = proc;
        this.net = net;
        this.listens = listens;
    }

    /** Returns who waits now, by socket as in {@link Sources#listens}; a socket that is not found is left out. */
    Map<String, Long> waiting() {
        Map<String, Long> tcp = new HashMap<>();
        boolean unix = listens.stream().anyMatch(ListenQueues::isUnix);
        if (listens.stream().anyMatch(listen -> !isUnix(listen))) {
            List<String> found =
                    files.stream().filter(file -> isFound(file, tcp)).toList();
            files = found.isEmpty() ? files : found;
        }
        Map<String, Long> waiting = new HashMap<>();
        String sockets = unix ? unixSockets() : "";
        for (String listen : listens) {
            if (isUnix(listen)) {
                unix(sockets, listen).ifPresent(number -> waiting.put(listen, number));
            } else if (tcp.containsKey(key(listen))) {
                waiting.put(listen, tcp.get(key(listen)));
            }
        }
        return waiting;
    }

    /** Adds the queues of one file; returns whether one of the stack is among them. */
    private boolean isFound(String file, Map<String, Long> queues) {
        try {
            Map<String, Long> those = tcp(proc.head(net + file, ListenQueues::isListening));
            those.forEach((port, waiting) -> queues.merge(port, waiting, Math::max));
            return listens.stream().anyMatch(listen -> those.containsKey(key(listen)));
        } catch (IOException e) {
            return false; // a kernel without IPv6
        }
    }

    private String unixSockets() {
        try {
            return proc.text(net + "/unix");
        } catch (IOException e) {
            return "";
        }
    }

    static boolean isUnix(String listen) {
        return listen.startsWith("/");
    }

    /** Returns what makes a socket known in its namespace: the path, or {@code :port}. */
    static String key(String listen) {
        return isUnix(listen) ? listen : listen.substring(listen.lastIndexOf(':'));
    }

    /** Returns whether a line of {@code /proc/net/tcp} is that of a listening socket, or the first one. */
    private static boolean isListening(String line) {
        String[] words = words(line);
        return words[0].equals("sl") || (words.length > 3 && words[3].equals(LISTENING));
    }

    /** Reads the receive queues of the listening sockets of {@code /proc/net/tcp} or {@code tcp6}, by {@code :port}. */
    static Map<String, Long> tcp(String text) {
        Map<String, Long> queues = new HashMap<>();
        for (String line : text.split("\n", -1)) {
            String[] words = words(line); // sl local remote state tx:rx …
            if (words.length > 5 && words[3].equals(LISTENING)) {
                try {
                    int port = Integer.parseInt(words[1].substring(words[1].lastIndexOf(':') + 1), 16);
                    long queue = Long.parseLong(words[4].substring(words[4].indexOf(':') + 1), 16);
                    queues.merge(":" + port, queue, Math::max); // several sockets may share a port
                } catch (NumberFormatException e) {
                    // no line of this file
                }
            }
        }
        return queues;
    }

    /** Counts the connections that wait at a path in {@code /proc/net/unix}; empty where nobody listens there. */
    static OptionalLong unix(String text, String path) {
        long waiting = 0;
        boolean found = false;
        for (String line : text.split("\n", -1)) {
            if (line.endsWith(path)) {
                String[] words = words(line); // Num RefCount Protocol Flags Type St Inode Path
                if (words.length == 8 && words[7].equals(path)) {
                    found = true;
                    waiting += words[5].equals(CONNECTING) ? 1 : 0;
                }
            }
        }
        return found ? OptionalLong.of(waiting) : OptionalLong.empty();
    }

    /** Reads the lengths of all queues, by {@link #key}, from {@code ss -Hlnxt}. */
    static Map<String, Long> lengths(String text) {
        Map<String, Long> lengths = new HashMap<>();
        for (String line : text.split("\n", -1)) {
            String[] words = words(line); // Netid State Recv-Q Send-Q Local …
            if (words.length > 4 && words[1].equals("LISTEN")) {
                try {
                    lengths.merge(key(words[4]), Long.parseLong(words[3]), Math::min);
                } catch (NumberFormatException | StringIndexOutOfBoundsException e) {
                    // another version of ss
                }
            }
        }
        return lengths;
    }

    private static String[] words(String line) {
        return BLANKS.split(line.trim(), -1);
    }
}
