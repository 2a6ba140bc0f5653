package org.pagerace.stacks;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.pagerace.process.Programs;

/**
 * Finds programs and files whose names may bear a version.
 *
 * @param folders searched in this order
 */
record ProgramFinder(List<Path> folders) {
    private static final Pattern DIGITS = Pattern.compile("\\d+");

    /** Orders php8.10 after php8.9: numbers in the text count as numbers. */
    static final Comparator<Path> BY_VERSION =
            Comparator.comparing(path -> DIGITS.matcher(path.toString()).replaceAll(number -> {
                String digits = number.group();
                return digits.length() > 19 ? digits : "0".repeat(20 - digits.length()) + digits;
            }));

    /** PATH, and the sbin folders that an ordinary user's PATH leaves out. */
    static ProgramFinder ofSystem() {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return new ProgramFinder(Stream.concat(
                        Arrays.stream(path.split(File.pathSeparator, -1)),
                        Stream.of("/usr/local/sbin", "/usr/sbin", "/sbin"))
                .filter(folder -> folder.startsWith("/"))
                .distinct()
                .map(Path::of)
                .toList());
    }

    /** Returns the name by which commands refer to a need: the first of its alternatives. */
    static String name(String need) {
        return need.split("\\|", 2)[0];
    }

    /** Returns the program of one of the alternatives; the plain name goes before the highest versioned one. */
    Optional<Path> program(String need) {
        for (String name : need.split("\\|", -1)) {
            Optional<Path> found = exact(name).or(() -> versioned(name));
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private Optional<Path> exact(String name) {
        return folders.stream()
                .flatMap(folder -> Programs.find(folder.resolve(name).toString()).stream())
                .findFirst();
    }

    private Optional<Path> versioned(String name) {
        Pattern pattern = Pattern.compile(Pattern.quote(name) + "-?\\d+(\\.\\d+)*");
        return folders.stream()
                .flatMap(folder -> list(folder, name + "*").stream())
                .filter(file -> pattern.matcher(file.getFileName().toString()).matches())
                .filter(file -> Programs.find(file.toString()).isPresent())
                .max(BY_VERSION);
    }

    /** Returns what the absolute pattern matches, the highest version first; {@code *} matches within one name. */
    static Optional<Path> newest(String pattern) {
        List<Path> found = List.of(Path.of("/"));
        for (Path name : Path.of(pattern)) {
            var next = new ArrayList<Path>();
            for (Path folder : found) {
                if (name.toString().contains("*")) {
                    next.addAll(list(folder, name.toString()));
                } else if (Files.exists(folder.resolve(name))) {
                    next.add(folder.resolve(name));
                }
            }
            found = next;
        }
        return found.stream().max(BY_VERSION);
    }

    private static List<Path> list(Path folder, String glob) {
        var found = new ArrayList<Path>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, glob)) {
            files.forEach(found::add);
        } catch (IOException | DirectoryIteratorException | UncheckedIOException e) {
            return List.of(); // a folder of PATH that is not there or not ours to read has no programs for us
        }
        return found;
    }
}
