package org.pagerace.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** A race as one HTML page that needs no network and no script. */
final class HtmlReport {
    /** How a page of ours is told from others. */
    static final String MARK = "<meta name=\"generator\" content=\"pagerace\"/>";

    private static final String TEMPLATE = "/report/report.html";
    private static final String STYLE = "/report/report.css";

    private final RaceSummary summary;

    HtmlReport(RaceSummary summary) {
        this.summary = summary;
    }

    String render() {
        var body = new Html();
        new HeadlineSection(summary).write(body);
        new ResultSection(summary).write(body);
        new BackgroundSection(summary.result()).write(body);
        return resource(TEMPLATE)
                .replace("{{mark}}", MARK)
                .replace("{{style}}", resource(STYLE))
                .replace(
                        "{{title}}",
                        new Html().text(HeadlineSection.title(summary)).render())
                .replace("{{body}}", body.render());
    }

    private static String resource(String name) {
        try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing from the program");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
