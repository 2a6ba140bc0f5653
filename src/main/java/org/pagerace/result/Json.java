package org.pagerace.result;

import com.fasterxml.jackson.annotation.JsonValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Records to JSON and back, the same everywhere: indented, members in the order of the record, durations in ISO 8601,
 * kinds of failure and metrics by their label. Stateless.
 */
public final class Json {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES) // a misspelt member must not vanish silently
            .addMixIn(FailureKind.class, Labelled.class)
            .addMixIn(Metric.class, Labelled.class)
            .build();

    private Json() {}

    /** Keeps the annotation out of the taxonomy. */
    private interface Labelled {
        @JsonValue
        String label();
    }

    /** Returns the document as indented text, ending in a line feed. */
    public static String write(Object document) {
        return MAPPER.writeValueAsString(document) + "\n";
    }

    /** Reads a document that {@link #write} has written; an {@link IllegalArgumentException} says where it is wrong. */
    public static <T> T read(String json, Class<T> type) {
        try {
            return MAPPER.readValue(json, type);
        } catch (JacksonException e) {
            throw new IllegalArgumentException("not readable: " + where(e), e);
        }
    }

    /** Reads the document in a file; the message of an {@link IOException} names the file and the place. */
    public static <T> T read(Path file, Class<T> type) throws IOException {
        try {
            return read(Files.readString(file), type);
        } catch (IllegalArgumentException e) {
            throw new IOException(file + " is " + e.getMessage(), e);
        }
    }

    /** Records are made from buffered members, whose place is then unknown: the message names the member. */
    private static String where(JacksonException e) {
        boolean known = e.getLocation() != null && e.getLocation().getLineNr() > 0;
        return (known ? "line " + e.getLocation().getLineNr() + ": " : "") + problem(e);
    }

    /** The library's own words name classes, except on syntax. */
    private static String problem(JacksonException e) {
        if (e.getCause() instanceof IllegalArgumentException cause && cause.getMessage() != null) {
            return cause.getMessage(); // what a record says of its members
        }
        if (e instanceof UnrecognizedPropertyException unknown) {
            return "it has an unknown member '" + unknown.getPropertyName() + "'";
        }
        if (e instanceof DatabindException) {
            String member = e.getPath().stream()
                    .map(step -> step.getPropertyName() == null ? "" : step.getPropertyName())
                    .filter(name -> !name.isEmpty())
                    .collect(Collectors.joining("."));
            return member.isEmpty()
                    ? "members are missing, or of another kind"
                    : "member '" + member + "' is missing or of another kind";
        }
        return e.getOriginalMessage();
    }
}
