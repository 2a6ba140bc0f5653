package org.pagerace.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Where installed programs are. */
public final class Programs {
    /** Servers are often installed here, and often missing from the PATH of a user who is not root. */
    private static final String SBIN = "/usr/local/sbin:/usr/sbin:/sbin";

    private Programs() {}

    /**
     * Returns the file that {@code name} starts: looked for on PATH, then in the sbin folders. A name with a slash is
     * a path already, and is only checked.
     */
    public static Optional<Path> find(String name) {
        if (name.indexOf('/') >= 0) {
            return Optional.of(Path.of(name)).filter(Programs::isProgram);
        }
        String path = System.getenv("PATH");
        return Stream.of(path == null ? "/usr/local/bin:/usr/bin:/bin" : path, SBIN)
                .flatMap(folders -> Stream.of(folders.split(File.pathSeparator)))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder).resolve(name))
                .filter(Programs::isProgram)
                .findFirst();
    }

    private static boolean isProgram(Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
    }
}
