package org.pagerace.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A race as one HTML page that needs no network. Its own script sorts and filters; all is readable without it, and no other
 * script or style can run: the page's policy names the hashes of these two.
 */
final class HtmlReport {
    /** How a page of ours is told from others. */
    static final String MARK = "<meta name=\"generator\" content=\"pagerace\"/>";

    private static final String TEMPLATE = "/report/report.html";
    private static final String STYLE = "/report/report.css";
    private static final String SCRIPT = "/report/report.js";

    private final Material material;

    HtmlReport(RaceSummary summary) {
        this.material = Material.of(summary);
    }

    String render() {
        String style = "\n" + resource(STYLE);
        String script = "\n" + resource(SCRIPT);
        return resource(TEMPLATE)
                .replace("{{mark}}", MARK)
                .replace(
                        "{{policy}}",
                        "default-src 'none'; style-src " + hash(style) + "; script-src " + hash(script)
                                + "; base-uri 'none'; form-action 'none'")
                .replace("{{style}}", style)
                .replace("{{script}}", script)
                .replace(
                        "{{title}}",
                        new Html()
                                .text(HeadlineSection.title(material.result().plan()))
                                .render())
                .replace("{{body}}", body());
    }

    private String body() {
        var html = new Html();
        new HeadlineSection(material).write(html);
        contents(html);
        new GlanceSection(material).write(html);
        new ResultSection(material).write(html);
        article(html);
        new FairnessSection(material).write(html);
        var background = new BackgroundSection(material);
        background.stacksAndPages(html);
        new RigSection(material).write(html);
        background.method(html);
        new RecomputeSection(material.result()).write(html);
        background.footer(html);
        return html.render();
    }

    private void article(Html html) {
        Article.of(material.summary()).ifPresent(article -> {
            html.open("section", "id", "article").element("h2", "Beside the article");
            new ArticleSection(article, material.palette()).write(html);
            html.close();
        });
    }

    private void contents(Html html) {
        Map<String, String> links = new LinkedHashMap<>();
        if (!Sweep.single(material.result().plan()).isEmpty()) {
            links.put("glance", "At a glance");
        }
        material.result().plan().pages().forEach(page -> links.put(Html.id("page", page), page));
        if (ArticleSource.of(material.result().plan().protocol()).isPresent()) {
            links.put("article", "The article");
        }
        if (material.result().stacks().stream().anyMatch(stack -> !stack.facts().isEmpty())) {
            links.put("fairness", "Fairness");
        }
        links.put("stacks", "Stacks");
        links.put("rig", "Rig");
        links.put("method", "Method");
        links.put("recompute", "Recompute");
        html.open("nav", "aria-label", "Contents").open("ul");
        links.forEach((id, name) ->
                html.open("li").element("a", name, "href", "#" + id).close());
        html.close().close();
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
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
