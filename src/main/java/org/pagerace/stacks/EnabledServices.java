package org.pagerace.stacks;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The services that start at the next boot, as systemd keeps them: links in {@code TARGET.wants} folders. They are read
 * as files, since systemctl may be missing or, in a container, have nobody to talk to, and packages make the links all
 * the same.
 */
record EnabledServices(Set<String> names) {
    static final Path FOLDER = Path.of("/etc/systemd/system");

    /** Returns those of now; none where there is no systemd. */
    static EnabledServices read(Path folder) throws IOException {
        var names = new TreeSet<String>();
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> targets = Files.newDirectoryStream(folder, "*.wants")) {
                for (Path target : targets) {
                    try (DirectoryStream<Path> services = Files.newDirectoryStream(target, "*.service")) {
                        services.forEach(
                                service -> names.add(service.getFileName().toString()));
                    }
                }
            }
        }
        return new EnabledServices(names);
    }

    /** Returns those that were not enabled then, sorted. */
    List<String> since(EnabledServices before) {
        return names.stream().filter(name -> !before.names.contains(name)).toList();
    }
}
