package org.pagerace.launch;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Main class of the archive. Uses the JDK alone, since {@code java -jar} puts only the archive's root on the path. */
final class Launcher {
    private static final String MAIN_CLASS = "org.pagerace.cli.Main";
    private static final int FAILED = 1;

    private Launcher() {}

    public static void main(String[] args) throws Throwable {
        Path war = archive();
        Path home;
        try {
            home = new UnpackedWar(war, UnpackedWar.cacheFolder()).unpack();
        } catch (IOException e) {
            System.err.println("pagerace: " + e.getMessage());
            System.exit(FAILED);
            return;
        }
        System.setProperty("pagerace.war", war.toString());
        System.setProperty("pagerace.home", home.toString());
        // Open until the JVM ends: Main's threads load classes from it at any time.
        @SuppressWarnings("resource")
        var loader = new URLClassLoader("pagerace", classPath(home), ClassLoader.getPlatformClassLoader());
        Thread.currentThread().setContextClassLoader(loader);
        try {
            loader.loadClass(MAIN_CLASS).getMethod("main", String[].class).invoke(null, (Object) args);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static Path archive() throws URISyntaxException {
        return Path.of(Launcher.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    }

    /** Classes first, then the libraries by name, so that two starts always see the same order. */
    private static URL[] classPath(Path home) throws IOException {
        Path webInf = home.resolve("WEB-INF");
        List<URL> path = new ArrayList<>();
        path.add(url(webInf.resolve("classes")));
        for (String folder : List.of("lib", "server")) {
            try (var jars = Files.list(webInf.resolve(folder))) {
                for (Path jar : jars.sorted().toList()) {
                    path.add(url(jar));
                }
            }
        }
        return path.toArray(URL[]::new);
    }

    private static URL url(Path path) throws MalformedURLException {
        return path.toUri().toURL();
    }
}
