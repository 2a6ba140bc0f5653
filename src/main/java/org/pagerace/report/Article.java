package org.pagerace.report;

import java.util.List;
import java.util.Optional;
import org.pagerace.result.PlanInfo.Mode;

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
            return new Article(source.year(), tables, source.limits());
        });
    }

    /** Returns a mode in words, with its limits. */
    static String title(Mode mode) {
        String requests = mode.requests().map(Numbers::count).orElse("any number of");
        String limit = mode.duration()
                .map(duration -> Numbers.duration(duration)
                        + (mode.requests().isPresent() ? " (at most " + requests + " requests)" : ""))
                .orElse(requests + " requests");
        return mode.name() + ": " + limit + ", " + Numbers.count(mode.connections(), "connection") + ", HTTP/"
                + mode.http() + ", " + (mode.keepAlive() ? "keep-alive" : "no keep-alive");
    }
}
