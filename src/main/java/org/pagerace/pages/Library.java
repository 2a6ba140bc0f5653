package org.pagerace.pages;

import jakarta.servlet.ServletContext;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarInputStream;
import java.util.jar.Manifest;

/** A jar of WEB-INF/lib as its manifest describes it. Read at the start: the page itself scans no files. */
record Library(String title, String version, String licence) {

    static List<Library> of(ServletContext context) {
        Set<String> paths = context.getResourcePaths("/WEB-INF/lib/");
        var libraries = new ArrayList<Library>();
        for (String path : new TreeSet<>(paths == null ? Set.<String>of() : paths)) {
            try (InputStream in = context.getResourceAsStream(path);
                    var jar = new JarInputStream(in)) {
                libraries.add(of(fileName(path), jar.getManifest()));
            } catch (IOException e) {
                throw new UncheckedIOException("cannot read " + path, e);
            }
        }
        return libraries;
    }

    static Library of(String fileName, Manifest manifest) {
        Attributes attributes = manifest == null ? new Attributes() : manifest.getMainAttributes();
        return new Library(
                first(attributes, List.of("Bundle-Name", "Implementation-Title"), fileName),
                first(attributes, List.of("Bundle-Version", "Implementation-Version"), ""),
                first(attributes, List.of("Bundle-License", "License"), ""));
    }

    private static String first(Attributes attributes, Collection<String> names, String none) {
        return names.stream()
                .map(attributes::getValue)
                .filter(value -> value != null && !value.isBlank())
                .findFirst()
                .orElse(none);
    }

    private static String fileName(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
