package org.pagerace.stacks;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Tells who listens on a port, as Linux's /proc shows it.
 *
 * <p>A page that answers 200 does not prove that our server gave it: another race on this machine may have taken the
 * port first, while ours is still trying to bind it.
 */
final class PortOwner {
    private static final List<String> SOCKETS = List.of("tcp", "tcp6");
    private static final String LISTENING = "0A";
    private static final int LOCAL_ADDRESS = 1;
    private static final int STATE = 3;
    private static final int INODE = 9;

    private PortOwner() {}

    /** Returns true when the listeners on the port are known, and none of the processes is among them. */
    static boolean isSomebodyElse(int port, Collection<Long> pids) {
        try {
            var listeners = new HashSet<String>();
            Path network = network(pids);
            for (String name : SOCKETS) {
                Path file = network.resolve(name);
                if (Files.isReadable(file)) {
                    listeners.addAll(listeners(Files.readAllLines(file), port));
                }
            }
            for (long pid : pids) {
                if (holdsAny(pid, listeners)) {
                    return false;
                }
            }
            return !listeners.isEmpty();
        } catch (IOException e) {
            return false; // not ours to look at: nothing is known
        }
    }

    /** Returns the sockets as the processes see them, which may live in a network namespace of their own. */
    private static Path network(Collection<Long> pids) {
        return pids.stream()
                .map(pid -> Path.of("/proc", Long.toString(pid), "net"))
                .filter(Files::isDirectory)
                .findFirst()
                .orElse(Path.of("/proc/net"));
    }

    /** Returns the sockets that listen on the port, written as the links of open files are. */
    static List<String> listeners(List<String> lines, int port) {
        String local = ":%04X".formatted(port);
        var found = new ArrayList<String>();
        for (String line : lines) {
            String[] fields = line.strip().split("\\s+", -1);
            if (fields.length > INODE && fields[LOCAL_ADDRESS].endsWith(local) && fields[STATE].equals(LISTENING)) {
                found.add("socket:[" + fields[INODE] + "]");
            }
        }
        return found;
    }

    /** A process or an open file that went away meanwhile holds nothing; one we may not look at is an error. */
    private static boolean holdsAny(long pid, Set<String> sockets) throws AccessDeniedException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of("/proc/" + pid + "/fd"))) {
            for (Path file : files) {
                if (sockets.contains(target(file))) {
                    return true;
                }
            }
            return false;
        } catch (AccessDeniedException e) {
            throw e;
        } catch (IOException | DirectoryIteratorException e) {
            return false;
        }
    }

    private static String target(Path link) throws AccessDeniedException {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (AccessDeniedException e) {
            throw e;
        } catch (IOException e) {
            return "";
        }
    }
}
