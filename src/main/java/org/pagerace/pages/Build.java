package org.pagerace.pages;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** Version and commit as the build wrote them down. */
record Build(String version, String commit) {

    static Build read() {
        try (InputStream in = Build.class.getResourceAsStream("/pagerace.properties")) {
            var properties = new Properties();
            properties.load(in);
            String commit = properties.getProperty("commit"); // empty when built outside a git checkout
            return new Build(properties.getProperty("version"), commit.isEmpty() ? "not recorded" : commit);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
