package org.pagerace.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The article whose protocol a race repeats.
 *
 * @param year in which its software is from
 * @param tables in its own columns, our figures beside its own
 * @param limits what limited its figures, in words
 */
record Article(String year, List<ArticleTable> tables, List<String> limits) {

    /** Returns the article of that race; empty where its protocol is of none. */
    static Optional<Article> of(RaceSummary summary) {
        String protocol = summary.result().plan().protocol();
        return ArticleSource.of(protocol).map(source -> {
            List<ArticleTable> tables = switch (protocol) {
                case "ab" -> ArticleAb.tables(summary, source);
                case "webbench" -> ArticleWebbench.tables(summary, source);
                case "http_load" -> ArticleHttpLoad.tables(summary, source);
                default -> new ArticleWeighttp(summary, source).tables();
            };
            List<String> limits = new ArrayList<>(source.limits());
            if (protocol.equals("webbench")) {
                limits.addAll(ArticleWebbench.misfits(summary, source));
            }
            return new Article(source.year(), tables, List.copyOf(limits));
        });
    }
}
