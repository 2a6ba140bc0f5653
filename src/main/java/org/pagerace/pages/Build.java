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
            return new Build(properties.getProperty("version"), properties.getProperty("commit", "not recorded"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
