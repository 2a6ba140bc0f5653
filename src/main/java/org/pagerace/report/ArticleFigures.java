package org.pagerace.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The figures that the article of 2012 printed, from classic-results.yaml. */
record ArticleFigures(List<Series> series) {
    private static final String RESOURCE = "/classic-results.yaml";
    private static final String ARTICLE = "ab-2012";

    private static final Map<String, String> PAGE_KEYS = Map.of(
            "index.html", "index",
            "jquery-1.7.1.min.js", "jquery",
            "info.php", "info",
            "db.php", "db",
            "open.php", "open");

    /**
     * One system in one mode.
     *
     * @param test 1 default settings, 2 tuned, 3 Windows
     * @param mode t10 or c100
     * @param perSecond the three rounds of each page, by page key
     */
    record Series(int test, String variant, String system, String mode, Map<String, List<Double>> perSecond) {
        String label() {
            return system.endsWith(variant) ? system : system + " (" + variant + ")";
        }
    }

    static ArticleFigures read() {
        try (InputStream in = ArticleFigures.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException(RESOURCE + " is missing from the program");
            }
            return parse(new YAMLMapper().readTree(in));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static ArticleFigures parse(JsonNode root) {
        for (JsonNode article : root.path("articles")) {
            if (ARTICLE.equals(article.path("id").asString())) {
                List<Series> series = new ArrayList<>();
                article.path("results").forEach(result -> series.add(series(result)));
                return new ArticleFigures(List.copyOf(series));
            }
        }
        throw new IllegalArgumentException("no article " + ARTICLE);
    }

    private static Series series(JsonNode result) {
        Map<String, List<Double>> perSecond = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> page : result.path("rps").properties()) {
            List<Double> rounds = new ArrayList<>();
            page.getValue().forEach(round -> rounds.add(round.asDouble()));
            perSecond.put(PAGE_KEYS.getOrDefault(page.getKey(), page.getKey()), rounds);
        }
        return new Series(
                result.path("test").asInt(),
                result.path("variant").asString(),
                result.path("system").asString(),
                result.path("mode").asString(),
                perSecond);
    }

    /** Returns the systems measured in that mode, in the article's order. */
    List<Series> inMode(String mode) {
        return series.stream().filter(s -> s.mode().equals(mode)).toList();
    }
}
