package org.pagerace.config;

import java.nio.file.Path;

/**
 * Where data lives between runs: the databases we start.
 *
 * @param root absolute
 */
public record DataFolder(Path root) {
    public DataFolder {
        root = root.toAbsolutePath().normalize();
    }

    /** Returns the folder that the system property, the environment or else the user's home names. */
    public static DataFolder find() {
        return new DataFolder(UserFolder.DATA.path());
    }

    /** Makes the folder, which only this user may enter, if it is not there. */
    public void create() {
        UserFolder.DATA.create(root);
    }
}
