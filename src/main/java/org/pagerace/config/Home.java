package org.pagerace.config;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The unpacked archive this process runs from: the web root, with classes, libraries, PHP pages and SQL below WEB-INF.
 *
 * @param root absolute; the folder that holds index.html and WEB-INF
 * @param war the archive, absent when the process was started from a plain class path
 */
public record Home(Path root, Optional<Path> war) {
    private static final String CACHE = "pagerace.cache";

    /** The collector of {@code serve}, and its memory; the script pagerace gives the same. See docs/performance.md. */
    private static final List<String> SERVE_OPTIONS = List.of("-XX:+UseSerialGC", "-Xms96m", "-Xmn64m");

    /** Returns the home of this process; the launcher left it in system properties. */
    public static Home find() {
        String home = System.getProperty("pagerace.home");
        if (home != null) {
            return new Home(
                    Path.of(home),
                    Optional.ofNullable(System.getProperty("pagerace.war")).map(Path::of));
        }
        Path classes = codeSource();
        Path root = classes.getParent() == null ? null : classes.getParent().getParent();
        if (root == null || !Files.isDirectory(root.resolve("WEB-INF"))) {
            throw new ConfigException("cannot find the pages: " + classes
                    + " is not in an unpacked pagerace.war; start with java -jar pagerace.war, or build first");
        }
        return new Home(root, Optional.empty());
    }

    private static Path codeSource() {
        try {
            return Path.of(Home.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toAbsolutePath();
        } catch (URISyntaxException e) {
            throw new ConfigException("cannot find the pages: " + e.getMessage(), e);
        }
    }

    /** Returns the folder with {@code pages}, {@code stacks} and {@code templates}. */
    public Path php() {
        return root.resolve("WEB-INF/php");
    }

    /** Returns the folder with schema.sql and data.sql. */
    public Path sql() {
        return root.resolve("WEB-INF/sql");
    }

    /** Returns the folder of that name beside the archive, where the build puts what does not go into it. */
    public Path beside(String folder) {
        return war.orElse(root).toAbsolutePath().resolveSibling(folder);
    }

    /**
     * Returns the command that starts another process of this very build on the same cache folder, to be followed by
     * its arguments. A cache named by the environment is in the environment of the child.
     */
    public List<String> javaCommand() {
        return javaCommand(List.of());
    }

    /** Returns the command that starts {@code serve} as the script pagerace does, to be followed by its options. */
    public List<String> serveCommand() {
        List<String> command = new ArrayList<>(javaCommand(SERVE_OPTIONS));
        command.add("serve");
        return List.copyOf(command);
    }

    private List<String> javaCommand(List<String> options) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        String cache = System.getProperty(CACHE);
        if (cache != null && !cache.isBlank()) {
            command.add("-D" + CACHE + "=" + Path.of(cache).toAbsolutePath()); // its working folder may be another
        }
        if (war.isPresent()) {
            command.addAll(List.of("-jar", war.get().toString()));
        } else {
            Path webInf = root.resolve("WEB-INF");
            String classPath = String.join(
                    File.pathSeparator, webInf.resolve("classes").toString(), webInf + "/lib/*", webInf + "/server/*");
            command.addAll(List.of("-cp", classPath, "org.pagerace.cli.Main"));
        }
        return List.copyOf(command);
    }
}
