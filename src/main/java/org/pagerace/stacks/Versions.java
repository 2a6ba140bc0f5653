package org.pagerace.stacks;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Asks programs for their version. */
final class Versions {
    private static final Pattern NUMBER = Pattern.compile("\\d+(?:\\.\\d+)+|(?<=\")\\d+(?=\")");
    private static final long ANSWER_WITHIN_SECONDS = 5;
    private static final int OUTPUT_BYTES = 4096;

    private Versions() {}

    /** Returns component to version in the order of the descriptor, without those that give none. */
    static Map<String, String> of(StackDescriptor stack, ProgramFinder finder, Map<String, String> placeholders) {
        var versions = new LinkedHashMap<String, String>();
        stack.version()
                .forEach((component, command) ->
                        ask(command, finder, placeholders).ifPresent(version -> versions.put(component, version)));
        stack.versionFiles()
                .forEach((component, pattern) ->
                        inFileName(pattern, placeholders).ifPresent(version -> versions.put(component, version)));
        stack.distributions()
                .forEach((component, coordinates) ->
                        versions.put(component, Distribution.parse(coordinates).version()));
        return versions;
    }

    /** Returns the first version number in what a program printed. */
    static Optional<String> parse(String output) {
        Matcher matcher = NUMBER.matcher(output);
        return matcher.find() ? Optional.of(matcher.group()) : Optional.empty();
    }

    private static Optional<String> inFileName(String pattern, Map<String, String> placeholders) {
        try {
            return ProgramFinder.newest(new Template("version-files", pattern).fill(placeholders))
                    .map(Path::getFileName)
                    .flatMap(name -> parse(name.toString()));
        } catch (StackException e) {
            return Optional.empty(); // the home is not known here
        }
    }

    private static Optional<String> ask(List<String> command, ProgramFinder finder, Map<String, String> placeholders) {
        try {
            var words = new ArrayList<String>();
            for (String word : command) {
                words.add(new Template("version", word).fill(placeholders));
            }
            Optional<Path> program = finder.program(words.get(0));
            return program.isEmpty() ? Optional.empty() : parse(output(program.get(), words.subList(1, words.size())));
        } catch (IOException e) {
            return Optional.empty(); // the start of the stack will tell what is wrong with the program
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private static String output(Path program, List<String> arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(program.toString()));
        command.addAll(arguments);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (InputStream output = process.getInputStream()) {
            process.getOutputStream().close();
            if (!process.waitFor(ANSWER_WITHIN_SECONDS, TimeUnit.SECONDS)) {
                return "";
            }
            return new String(output.readNBytes(OUTPUT_BYTES), StandardCharsets.UTF_8);
        } finally {
            process.destroyForcibly();
        }
    }
}
