package org.pagerace.stacks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Who the servers run as.
 *
 * @param name the user they drop to when started as root, else the current user
 * @param group its main group
 * @param root whether we are root, so that they have to drop
 */
record ServerUser(String name, String group, boolean root) {
    private static final Path USERS = Path.of("/etc/passwd");
    private static final Path GROUPS = Path.of("/etc/group");

    static ServerUser current() throws StackException {
        if (!isRoot()) {
            return new ServerUser(System.getProperty("user.name"), "", false);
        }
        try {
            return unprivileged(Files.readString(USERS, StandardCharsets.UTF_8), Files.readString(GROUPS));
        } catch (IOException e) {
            throw new StackException(
                    "cannot find a user for servers to drop to: " + e + "; run as another than root", e);
        }
    }

    static boolean isRoot() {
        try {
            return Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
        } catch (IOException | UnsupportedOperationException e) {
            return "root".equals(System.getProperty("user.name"));
        }
    }

    /** Picks www-data, the user of Debian's web servers, else nobody. */
    static ServerUser unprivileged(String users, String groups) throws StackException {
        for (String name : List.of("www-data", "nobody")) {
            Optional<String> groupId = entries(users)
                    .filter(user -> user[0].equals(name))
                    .map(user -> user[3])
                    .findFirst();
            Optional<String> group = groupId.flatMap(id -> entries(groups)
                    .filter(entry -> entry[2].equals(id))
                    .map(entry -> entry[0])
                    .findFirst());
            if (group.isPresent()) {
                return new ServerUser(name, group.get(), true);
            }
        }
        throw new StackException(
                "there is neither a user www-data nor nobody for servers to drop to; add one, or run as another than root");
    }

    private static Stream<String[]> entries(String file) {
        return file.lines().map(line -> line.split(":", -1)).filter(fields -> fields.length > 3);
    }
}
