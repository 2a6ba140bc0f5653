package org.pagerace.stacks;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.Nulls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.pagerace.config.Reason;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.exc.InvalidNullException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** One descriptor as it is written; a key that is not in the file is null. */
record DescriptorFile(
        String name,
        String description,
        @JsonProperty("extends") String base,
        List<String> needs,
        Map<String, List<String>> files,
        Map<String, String> distributions,
        Map<String, List<String>> install,
        Map<String, List<String>> version,
        @JsonProperty("version-files") Map<String, String> versionFiles,
        List<String> ports,
        Map<String, String> vars,
        Map<String, String> copies,
        List<String> templates,
        List<ProcessEntry> processes,
        Map<String, String> pages,
        Map<String, String> status,
        Map<String, String> facts) {

    private static final Duration STOP_WITHIN = Duration.ofSeconds(5);

    private static final ObjectMapper YAML = YAMLMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .changeDefaultNullHandling(setting -> setting.withContentNulls(Nulls.FAIL))
            .build();

    record ProcessEntry(
            String name,
            List<String> command,
            Map<String, String> environment,
            boolean database,
            ReadyEntry ready,
            String stop,
            @JsonProperty("stop-within") Limit stopWithin) {}

    record ReadyEntry(String http, String socket, Limit within) {}

    /** A time in a file: a whole number with the unit s or ms. */
    record Limit(Duration duration) {
        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static Limit parse(String text) {
            if (text.matches("[1-9]\\d{0,5}s")) {
                return new Limit(Duration.ofSeconds(Long.parseLong(text.substring(0, text.length() - 1))));
            }
            if (text.matches("[1-9]\\d{0,8}ms")) {
                return new Limit(Duration.ofMillis(Long.parseLong(text.substring(0, text.length() - 2))));
            }
            throw new IllegalArgumentException("'" + text + "' is not a time; write for example 5s or 500ms");
        }
    }

    /** Reads one file; what is wrong in it is reported with its line and column, both from 1. */
    static DescriptorFile read(Path file) throws StackException {
        String text;
        try {
            text = Files.readString(file);
        } catch (IOException e) {
            throw new StackException("cannot read " + file + ": " + Reason.of(e, file), e);
        }
        if (text.isBlank()) {
            throw new StackException(file + ": is empty; a stack needs a name, processes and pages");
        }
        try {
            return YAML.readValue(text, DescriptorFile.class);
        } catch (JacksonException e) {
            throw new StackException(place(file, text, e) + ": " + problem(e), e);
        }
    }

    private static String place(Path file, String text, JacksonException e) {
        TokenStreamLocation location = e.getLocation();
        if (location == null || location.getLineNr() < 1) {
            location = locate(text, e.getPath());
        }
        return location == null ? file.toString() : file + ":" + location.getLineNr() + ":" + location.getColumnNr();
    }

    /**
     * Returns where the last key of the path stands, or null. Records are bound from a buffer of tokens without
     * places, so an unknown key is reported by its path only.
     */
    private static TokenStreamLocation locate(String text, List<JacksonException.Reference> path) {
        var pointer = new StringBuilder();
        for (JacksonException.Reference step : path) {
            String name = step.getPropertyName();
            pointer.append('/').append(name == null ? Integer.toString(step.getIndex()) : name);
        }
        try (JsonParser parser = YAML.createParser(text)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.PROPERTY_NAME
                        && parser.streamReadContext().pathAsPointer().toString().contentEquals(pointer)) {
                    return parser.currentTokenLocation();
                }
            }
        }
        return null;
    }

    private static String problem(JacksonException e) {
        if (e instanceof UnrecognizedPropertyException unknown) {
            String known = unknown.getKnownPropertyIds().stream()
                    .map(Object::toString)
                    .sorted()
                    .collect(Collectors.joining(", "));
            return "unknown key '" + unknown.getPropertyName() + "'; known here are " + known;
        }
        if (e.getCause() instanceof IllegalArgumentException cause) {
            return cause.getMessage();
        }
        if (e instanceof InvalidNullException) {
            return "a value is missing";
        }
        if (e instanceof MismatchedInputException mismatch && mismatch.getTargetType() != null) {
            return "here must be " + expected(mismatch.getTargetType());
        }
        // what the parser was doing and what it found; between them, indented, places and a picture of the line
        return String.valueOf(e.getOriginalMessage())
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith(" "))
                .collect(Collectors.joining(": "))
                .replaceFirst("^Duplicate Object property \"(.*)\"$", "the key '$1' is given twice");
    }

    private static String expected(Class<?> type) {
        if (type == String.class || type == Limit.class) {
            return "a text";
        } else if (type == boolean.class) {
            return "true or false";
        }
        return List.class.isAssignableFrom(type) ? "a list" : "entries, each a key and a value";
    }

    /** Returns this file on top of the one it extends: entries of vars and facts are merged, other keys replaced. */
    DescriptorFile over(DescriptorFile parent) {
        return new DescriptorFile(
                name,
                or(description, parent.description),
                null,
                or(needs, parent.needs),
                or(files, parent.files),
                or(distributions, parent.distributions),
                or(install, parent.install),
                or(version, parent.version),
                or(versionFiles, parent.versionFiles),
                or(ports, parent.ports),
                merged(parent.vars, vars),
                or(copies, parent.copies),
                or(templates, parent.templates),
                or(processes, parent.processes),
                or(pages, parent.pages),
                or(status, parent.status),
                merged(parent.facts, facts));
    }

    private static <T> T or(T own, T inherited) {
        return own == null ? inherited : own;
    }

    private static Map<String, String> merged(Map<String, String> below, Map<String, String> above) {
        var merged = new LinkedHashMap<>(orEmpty(below));
        merged.putAll(orEmpty(above));
        return merged;
    }

    /** Checks what a whole stack needs and fills in what may be left out. */
    StackDescriptor toDescriptor(Path source, List<Path> templateFolders) throws StackException {
        try {
            return new StackDescriptor(
                    ownName(required(name, "name")),
                    or(description, ""),
                    orEmpty(needs),
                    orEmpty(files),
                    orEmpty(distributions),
                    orEmpty(install),
                    orEmpty(version),
                    orEmpty(versionFiles),
                    orEmpty(ports),
                    orEmpty(vars),
                    orEmpty(copies),
                    orEmpty(templates),
                    required(processes, "processes").stream()
                            .map(DescriptorFile::process)
                            .toList(),
                    required(pages, "pages"),
                    orEmpty(status),
                    orEmpty(facts),
                    source,
                    templateFolders);
        } catch (IllegalArgumentException e) {
            throw new StackException(source + ": " + e.getMessage(), e);
        }
    }

    private static String ownName(String name) {
        if (name.contains("#")) {
            throw new IllegalArgumentException("the name '" + name
                    + "' must have 1 to 40 lower-case letters, digits and hyphens; #2 is for a second start");
        }
        return name;
    }

    private static StackDescriptor.ServerProcess process(ProcessEntry entry) {
        String name = required(entry.name, "name of a process");
        ReadyEntry ready = required(entry.ready, "ready of process " + name);
        return new StackDescriptor.ServerProcess(
                name,
                required(entry.command, "command of process " + name),
                orEmpty(entry.environment),
                entry.database,
                new StackDescriptor.Ready(
                        Optional.ofNullable(ready.http),
                        Optional.ofNullable(ready.socket),
                        required(ready.within, "within of process " + name).duration),
                required(entry.stop, "stop of process " + name),
                entry.stopWithin == null ? STOP_WITHIN : entry.stopWithin.duration);
    }

    private static <T> T required(T value, String what) {
        if (value == null) {
            throw new IllegalArgumentException("the " + what + " is missing");
        }
        return value;
    }

    private static <T> List<T> orEmpty(List<T> list) {
        return list == null ? List.of() : list;
    }

    private static <V> Map<String, V> orEmpty(Map<String, V> map) {
        return map == null ? Map.of() : map;
    }
}
