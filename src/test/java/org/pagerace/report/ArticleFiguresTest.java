package org.pagerace.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;

class ArticleFiguresTest {

    @Test
    void read_resource_hasSevenSystemsInTwoModes() {
        ArticleFigures article = ArticleFigures.read();
        assertEquals(7, article.inMode("t10").size());
        assertEquals(7, article.inMode("c100").size());
        article.series()
                .forEach(series -> series.perSecond()
                        .forEach((page, rounds) -> assertEquals(3, rounds.size(), series.label() + " " + page)));
    }

    @Test
    void read_resource_keepsOrderAndFiguresOfTheArticle() {
        var first = ArticleFigures.read().series().get(0);
        assertEquals("nginx-linux (default)", first.label());
        assertEquals(
                List.of("index", "jquery", "info", "db", "open"),
                List.copyOf(first.perSecond().keySet()));
        assertEquals(List.of(116.78, 117.0, 117.37), first.perSecond().get("jquery"));
    }

    @Test
    void parse_noSuchArticle_isRefused() {
        var empty = JsonNodeFactory.instance.objectNode();
        assertThrows(IllegalArgumentException.class, () -> ArticleFigures.parse(empty));
    }
}
