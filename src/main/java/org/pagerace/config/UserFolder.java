package org.pagerace.config;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A folder of this user that we keep things in between runs.
 *
 * @param root absolute
 */
public record UserFolder(Kind kind, Path root) {

    /** What a folder is for, and who names it: a system property, else the environment, else a place in the home. */
    public enum Kind {
        /** Unpacked things, which can all be made again; the same folder as the launcher's. */
        CACHE("cache", "pagerace.cache", "PAGERACE_CACHE", "XDG_CACHE_HOME", ".cache"),
        /** The databases we start. */
        DATA("data", "pagerace.data", "PAGERACE_DATA", "XDG_DATA_HOME", ".local/share");

        private final String name;
        private final String property;
        private final String variable;
        private final String xdgVariable;
        private final String inHome;

        Kind(String name, String property, String variable, String xdgVariable, String inHome) {
            this.name = name;
            this.property = property;
            this.variable = variable;
            this.xdgVariable = xdgVariable;
            this.inHome = inHome;
        }
    }

    public UserFolder {
        root = root.toAbsolutePath().normalize();
    }

    /** Returns the folder that the system property, the environment or else the user's home names. */
    public static UserFolder find(Kind kind) {
        String own = System.getProperty(kind.property, System.getenv(kind.variable));
        if (own != null && !own.isBlank()) {
            return new UserFolder(kind, Path.of(own));
        }
        String xdg = System.getenv(kind.xdgVariable);
        Path parent =
                xdg != null && !xdg.isBlank() ? Path.of(xdg) : Path.of(System.getProperty("user.home"), kind.inHome);
        return new UserFolder(kind, parent.resolve("pagerace"));
    }

    /** Makes the folder, which only this user may enter, if it is not there. */
    public void create() {
        try {
            if (root.getParent() != null) {
                Files.createDirectories(root.getParent());
            }
            Files.createDirectory(
                    root, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(root)) {
                throw unusable("is no folder", e);
            }
        } catch (IOException e) {
            throw unusable("cannot be made: " + e, e);
        }
        if (!Files.isWritable(root)) {
            throw unusable("is not writable", null);
        }
    }

    private ConfigException unusable(String reason, IOException cause) {
        return new ConfigException(
                "the " + kind.name + " folder " + root + " " + reason + "; name a writable one with -D" + kind.property
                        + "=FOLDER, " + kind.variable + " or " + kind.xdgVariable,
                cause);
    }
}
