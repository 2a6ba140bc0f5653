package org.pagerace.database;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.pagerace.config.Home;

/** What the tests with a database share: one cache, so that the carrier is unpacked once, and how to start. */
final class Databases {
    private Databases() {}

    /** The folder target/test-cache, kept between test classes and builds. */
    static Path cache() {
        return target().resolve("test-cache");
    }

    static Path target() {
        return Path.of(System.getProperty("pagerace.test.war")).getParent();
    }

    /** The unpacked form of the archive as the build leaves it. */
    static Home home() {
        return new Home(target().resolve("war"), Optional.of(Path.of(System.getProperty("pagerace.test.war"))));
    }

    /** Progress that can be looked at. */
    static List<String> progress() {
        return Collections.synchronizedList(new ArrayList<>());
    }

    static DatabaseServer start(DatabaseChoice choice, Path data, List<String> progress) throws DatabaseException {
        System.setProperty("pagerace.cache", cache().toString());
        System.setProperty("pagerace.data", data.toString());
        try {
            return DatabaseServer.start(choice, home(), progress::add);
        } finally {
            System.clearProperty("pagerace.cache");
            System.clearProperty("pagerace.data");
        }
    }
}
