package org.pagerace.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * What one of the articles published, from classic-results.yaml.
 *
 * @param node its entry
 */
record ArticleSource(JsonNode node) {
    private static final String RESOURCE = "/classic-results.yaml";
    private static final List<String> LIMITS = List.of("derived", "consequence");

    /** Returns the article whose protocol that is; empty if it is of none. */
    static Optional<ArticleSource> of(String protocol) {
        try (InputStream in = ArticleSource.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException(RESOURCE + " is missing from the program");
            }
            return find(new YAMLMapper().readTree(in), protocol);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An id is the protocol and the year. */
    static Optional<ArticleSource> find(JsonNode root, String protocol) {
        for (JsonNode article : root.path("articles")) {
            if (article.path("id").asString().startsWith(protocol + "-")) {
                return Optional.of(new ArticleSource(article));
            }
        }
        return Optional.empty();
    }

    String year() {
        String id = node.path("id").asString();
        return id.substring(id.lastIndexOf('-') + 1);
    }

    Iterable<JsonNode> results() {
        return node.path("results");
    }

    /** Returns how many requests a system got at each level of a sweep, in all rounds; 0 in an article without one. */
    long requestsOfALevel() {
        JsonNode method = node.path("method");
        return method.path("requests_per_level").asLong(0)
                * method.path("rounds").asLong(0);
    }

    /** Returns the lists of numbers by name. */
    static List<Double> numbers(JsonNode list) {
        List<Double> numbers = new ArrayList<>();
        list.forEach(number -> numbers.add(number.asDouble()));
        return numbers;
    }

    /** Returns what limited the figures of the article and what follows from that, in whole sentences. */
    List<String> limits() {
        Set<String> limits = new LinkedHashSet<>();
        LIMITS.forEach(key -> add(limits, "", node.path("network").path(key)));
        for (JsonNode result : results()) {
            JsonNode parallel = result.path("parallel");
            String row =
                    system(result) + (parallel.isNumber() ? " at " + parallel.asString() + " parallel" : "") + ": ";
            add(limits, row, result.path("derived").path("note"));
        }
        node.path("derived_remarks").forEach(remark -> add(limits, "", remark));
        add(limits, "", node.path("results_note"));
        for (Map.Entry<String, JsonNode> number :
                node.path("published_numbers_in_text").properties()) {
            limits.add("The text says: " + number.getKey().replace('_', ' ') + " "
                    + number.getValue().asString());
        }
        return List.copyOf(limits);
    }

    /** Returns what the article calls the system of a row. */
    static String system(JsonNode result) {
        return result.path("description").asString(result.path("system").asString());
    }

    private static void add(Set<String> limits, String prefix, JsonNode sentence) {
        if (sentence.isString()) {
            limits.add(prefix + sentence.asString());
        }
    }
}
