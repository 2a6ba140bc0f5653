package org.pagerace.launch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/** The oldest versions of other people's jars that we put up with: what {@code version-floors} says. */
record VersionFloors(List<Line> lines) {

    /** Floors of the jars with such names. */
    private record Line(String glob, List<Runtime.Version> floors) {

        boolean names(Path jar) {
            PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + glob);
            return matcher.matches(jar.getFileName());
        }

        boolean allows(Runtime.Version version) {
            Runtime.Version floor = floors.stream()
                    .filter(one -> branch(one).equals(branch(version)))
                    .findFirst()
                    .orElseGet(() ->
                            floors.stream().max(Runtime.Version::compareTo).orElseThrow());
            return version.compareTo(floor) >= 0;
        }

        private static String branch(Runtime.Version version) {
            return version.feature() + "." + version.interim();
        }
    }

    static VersionFloors read() throws IOException {
        try (var in = VersionFloors.class.getResourceAsStream("/version-floors")) {
            return new VersionFloors(new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(VersionFloors::line)
                    .toList());
        }
    }

    private static Line line(String text) {
        List<String> words = List.of(text.split(" +", -1));
        List<Runtime.Version> floors =
                words.stream().skip(1).map(VersionFloors::version).toList();
        if (floors.isEmpty()) {
            throw new IllegalArgumentException("no floor in '" + text + "'");
        }
        return new Line(words.get(0), floors);
    }

    /** Ends of zero count for nothing there: 9.3.0 is written 9.3. */
    private static Runtime.Version version(String text) {
        return Runtime.Version.parse(text.replaceFirst("(\\.0)+$", ""));
    }

    /** Returns one line for each jar below a folder, or in it, that is too old or whose version nobody can tell. */
    List<String> problems(Path folder) throws IOException {
        List<String> problems = new ArrayList<>();
        for (Path jar : jars(folder)) {
            String version = versionOf(jar);
            for (Line line : lines) {
                if (line.names(jar) && !line.allows(version(version))) {
                    problems.add(
                            jar.getFileName() + " is " + version + ", below " + line.floors() + "; see version-floors");
                }
            }
        }
        return problems;
    }

    /** Returns how many jars below a folder have a floor. */
    long judged(Path folder) throws IOException {
        return jars(folder).size();
    }

    private List<Path> jars(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> lines.stream().anyMatch(line -> line.names(file)))
                    .sorted()
                    .toList();
        }
    }

    private static String versionOf(Path jar) throws IOException {
        try (var file = new JarFile(jar.toFile())) {
            Manifest manifest = file.getManifest();
            String version = manifest == null
                    ? null
                    : manifest.getMainAttributes().getValue(Attributes.Name.IMPLEMENTATION_VERSION);
            if (version == null || !version.matches("\\d+(\\.\\d+)*")) {
                throw new IOException(
                        "the manifest of " + jar + " has the version '" + version + "', which is no release");
            }
            return version;
        }
    }
}
