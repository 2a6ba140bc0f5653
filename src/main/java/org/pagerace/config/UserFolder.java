package org.pagerace.config;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Properties;

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
        DATA("data", "pagerace.data", "PAGERACE_DATA", "XDG_DATA_HOME", ".local/share"),
        /** What was found out about this machine; may be deleted, and is then found out again. */
        STATE("state", "pagerace.state", "PAGERACE_STATE", "XDG_STATE_HOME", ".local/state");

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
        return find(kind, System.getenv(), System.getProperties());
    }

    static UserFolder find(Kind kind, Map<String, String> environment, Properties properties) {
        String own = properties.getProperty(kind.property, environment.get(kind.variable));
        if (own != null && !own.isBlank()) {
            return new UserFolder(kind, Path.of(own));
        }
        String xdg = environment.get(kind.xdgVariable);
        if (xdg != null && !xdg.isBlank()) {
            return new UserFolder(kind, Path.of(xdg, "pagerace"));
        }
        // as the launcher does, and every shell: Java's own idea is the password file's, which may be no folder at all
        String home = environment.get("HOME");
        return new UserFolder(
                kind,
                Path.of(
                        home != null && !home.isBlank() ? home : properties.getProperty("user.home"),
                        kind.inHome,
                        "pagerace"));
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
            throw unusable("cannot be made: " + Reason.of(e, root), e);
        }
        if (!Files.isWritable(root)) {
            throw unusable("is not writable", null);
        }
    }

    private ConfigException unusable(String reason, IOException cause) {
        return new ConfigException(
                "the " + kind.name + " folder " + root + " " + reason + "; name a writable one in " + kind.variable
                        + " or " + kind.xdgVariable + ", or with java -D" + kind.property + "=FOLDER",
                cause);
    }
}
