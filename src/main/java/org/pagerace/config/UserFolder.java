package org.pagerace.config;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** The two folders of a user that this program writes to, unless told otherwise. */
enum UserFolder {
    CACHE("cache", "pagerace.cache", "PAGERACE_CACHE", "XDG_CACHE_HOME", ".cache"),
    DATA("data", "pagerace.data", "PAGERACE_DATA", "XDG_DATA_HOME", ".local/share");

    private final String name;
    private final String property;
    private final String variable;
    private final String xdgVariable;
    private final String inHome;

    UserFolder(String name, String property, String variable, String xdgVariable, String inHome) {
        this.name = name;
        this.property = property;
        this.variable = variable;
        this.xdgVariable = xdgVariable;
        this.inHome = inHome;
    }

    Path path() {
        String own = System.getProperty(property, System.getenv(variable));
        if (own != null && !own.isBlank()) {
            return Path.of(own);
        }
        String xdg = System.getenv(xdgVariable);
        return xdg != null && !xdg.isBlank()
                ? Path.of(xdg, "pagerace")
                : Path.of(System.getProperty("user.home"), inHome, "pagerace");
    }

    void create(Path folder) {
        try {
            if (folder.getParent() != null) {
                Files.createDirectories(folder.getParent());
            }
            Files.createDirectory(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(folder)) {
                throw unusable(folder, "is no folder", e);
            }
        } catch (IOException e) {
            throw unusable(folder, "cannot be made: " + e, e);
        }
        if (!Files.isWritable(folder)) {
            throw unusable(folder, "is not writable", null);
        }
    }

    private ConfigException unusable(Path folder, String reason, IOException cause) {
        return new ConfigException(
                "the " + name + " folder " + folder + " " + reason + "; name a writable one with -D" + property
                        + "=FOLDER, " + variable + " or " + xdgVariable,
                cause);
    }
}
