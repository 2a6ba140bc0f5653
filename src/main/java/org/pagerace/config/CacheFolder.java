package org.pagerace.config;

import java.nio.file.Path;

/**
 * Where unpacked things are kept between runs; the same folder as the launcher's. Everything in it can be made again.
 *
 * @param root absolute
 */
public record CacheFolder(Path root) {
    public CacheFolder {
        root = root.toAbsolutePath().normalize();
    }

    /** Returns the folder that the system property, the environment or else the user's home names. */
    public static CacheFolder find() {
        return new CacheFolder(UserFolder.CACHE.path());
    }

    /** Makes the folder, which only this user may enter, if it is not there. */
    public void create() {
        UserFolder.CACHE.create(root);
    }
}
