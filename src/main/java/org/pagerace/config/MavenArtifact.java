package org.pagerace.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** A file that the build has fetched from Maven's repository, and that is found again where the build left it. */
public record MavenArtifact(String group, String artifact, String version, String extension) {

    /** Returns the first that can be read: in {@code beside}, or where the local Maven repository has it. */
    public Optional<Path> find(Path beside) {
        return Stream.of(beside, localFolder())
                .map(folder -> folder.resolve(fileName()))
                .filter(Files::isReadable)
                .findFirst();
    }

    public String fileName() {
        return artifact + "-" + version + "." + extension;
    }

    /** Returns its folder in the local repository, whether it is there or not. */
    public Path localFolder() {
        String setting = System.getProperty("maven.repo.local");
        Path repository =
                setting != null ? Path.of(setting) : Path.of(System.getProperty("user.home"), ".m2", "repository");
        return repository.resolve(Path.of(group.replace('.', '/'), artifact, version));
    }
}
