package org.pagerace.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The user this process runs as. */
public final class CurrentUser {
    private CurrentUser() {}

    /** Tells whether it is root: by the user id, since the name of user 0 can be another. */
    public static boolean isRoot() {
        try {
            return Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
        } catch (IOException | UnsupportedOperationException e) { // no Linux: then the name must do
            return "root".equals(System.getProperty("user.name"));
        }
    }
}
