package org.pagerace.bars;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pagerace.containers.Container;
import org.pagerace.containers.Deployment;
import org.pagerace.containers.Kind;
import org.pagerace.containers.Wire;
import org.pagerace.load.HttpVersion;
import org.pagerace.load.LoadSpec;
import org.pagerace.load.Stop;
import org.pagerace.load.Target;
import org.pagerace.pages.Answer;
import org.pagerace.pages.InfoAnchors;
import org.pagerace.pages.PageDatabase;
import org.pagerace.pages.Web;

/** Bar 1: no wrong answer in 16,000 on Jetty and in 16,000 on Tomcat. */
class CheckedAnswersIT {
    private static final int CONNECTIONS = 16;
    private static final int DB = 50; // of 60 answers; of the others, 5 are /open, and each static page has one
    private static final int OPEN = 5;
    private static final List<String> STATIC =
            List.of("index.html", "portal.html", "jquery-1.7.1.min.js", "welcome.html", "testing.html");
    private static final int ROUNDS = Bar.size(5, 50); // of 60 answers, with each form
    private static final int INFO_EACH = Bar.size(6, 63); // for each connection
    private static final Pattern SECTION = Pattern.compile("name=\"section_([a-z]+)\"");

    @TempDir
    private static Path folder;

    /** How a client asks. */
    private enum Form {
        KEEP_ALIVE_11(HttpVersion.HTTP_1_1, true),
        CLOSE_11(HttpVersion.HTTP_1_1, false),
        KEEP_ALIVE_10(HttpVersion.HTTP_1_0, true),
        CLOSE_10(HttpVersion.HTTP_1_0, false);

        private final HttpVersion version;
        private final boolean keepAlive;

        Form(HttpVersion version, boolean keepAlive) {
            this.version = version;
            this.keepAlive = keepAlive;
        }

        String request(String target) {
            return "GET " + target + " " + version.wire() + "\r\nHost: localhost\r\nConnection: "
                    + (keepAlive ? "keep-alive" : "close") + "\r\n\r\n";
        }
    }

    @Test
    void answers_jettyAndTomcat_areAllRight() throws Exception {
        long startNanos = System.nanoTime();
        int answers = 0;
        long bytes = 0;
        try (var database = new PageDatabase(folder.resolve("data"))) {
            Load.Body db = null;
            for (Kind kind : List.of(Kind.EMBEDDED_JETTY, Kind.TOMCAT_11)) {
                Deployment deployment =
                        Deployment.atRoot(folder.resolve(kind.name())).withEnvironment(database.javaEnvironment());
                try (Container container = kind.start(deployment)) {
                    String page = Web.await(container.port(), "/db", container.process()::isAlive)
                            .latin();
                    assertEquals(20, page.split("<tr><td", -1).length - 1);
                    db = db == null ? Load.Body.of(page) : db;
                    for (Form form : Form.values()) {
                        List<Load.Seen> seen = ask(container.port(), form, db);
                        answers += seen.size();
                        bytes += seen.stream()
                                .mapToLong(end -> end.body().bytes())
                                .sum();
                        bytes += askInfo(container.wire(), form);
                        answers += CONNECTIONS * INFO_EACH;
                    }
                }
            }
        }
        Bar.print(
                1,
                String.format(
                        Locale.ROOT,
                        "%,d answers of Jetty and Tomcat, %,d MB, 0 wrong, %.0f s",
                        answers,
                        bytes / 1_000_000,
                        (System.nanoTime() - startNanos) / 1e9));
    }

    /** The pages with fixed bytes, all in turn. */
    private static List<Load.Seen> ask(int port, Form form, Load.Body db) throws Exception {
        List<Target> targets = new ArrayList<>();
        List<Load.Body> bodies = new ArrayList<>();
        targets.add(target(port, "db").withWeight(DB));
        bodies.add(db);
        targets.add(target(port, "open").withWeight(OPEN));
        bodies.add(file("index.html"));
        for (String page : STATIC) {
            targets.add(target(port, page));
            bodies.add(file(page));
        }
        int count = ROUNDS * (DB + OPEN + STATIC.size());
        LoadSpec spec = LoadSpec.of(targets)
                .withVersion(form.version)
                .withKeepAlive(form.keepAlive)
                .withConnections(CONNECTIONS, 1)
                .withStop(new Stop.AfterRequests(count));
        try (Load load = Load.start(spec)) {
            double reused = load.result().keepAliveAchieved();
            assertTrue(form.keepAlive ? reused > 0.9 : reused == 0, () -> form + ": reused " + reused);
            assertEquals(count, load.seen().size());
            assertEquals(List.of(), load.seen(end -> !end.is(200, bodies.get(end.target()))), form::toString);
            return load.seen();
        }
    }

    private static Target target(int port, String page) {
        return Target.of(URI.create("http://127.0.0.1:" + port + "/" + page));
    }

    private static Load.Body file(String name) throws Exception {
        return Load.Body.of(Files.readString(PageDatabase.home().root().resolve(name), StandardCharsets.ISO_8859_1));
    }

    /** The page whose bytes differ each time: its whole text is looked at. Returns how many bytes came. */
    private static long askInfo(Wire wire, Form form) throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(CONNECTIONS);
        try {
            List<Future<Long>> series = new ArrayList<>();
            for (int i = 0; i < CONNECTIONS; i++) {
                series.add(clients.submit(() -> infoSeries(wire, form.request("/info"), form.keepAlive)));
            }
            long bytes = 0;
            for (Future<Long> some : series) {
                bytes += some.get();
            }
            return bytes;
        } finally {
            clients.shutdownNow();
        }
    }

    private static long infoSeries(Wire wire, String request, boolean keepAlive) throws Exception {
        List<Answer> answers = new ArrayList<>();
        if (keepAlive) {
            answers.addAll(List.of(wire.series(request, INFO_EACH)));
        }
        while (answers.size() < INFO_EACH) {
            answers.add(Answer.parse(wire.exchange(request)));
        }
        answers.forEach(CheckedAnswersIT::assertWhole);
        return answers.stream().mapToLong(answer -> answer.latin().length()).sum();
    }

    private static void assertWhole(Answer info) {
        assertEquals(200, info.status());
        String html = info.latin();
        assertEquals(info.header("Content-Length"), Integer.toString(html.length()));
        assertTrue(html.startsWith("<!DOCTYPE html>\n<html") && html.endsWith("</div></body></html>"), html);
        for (String tag : List.of("table", "tr", "td", "th", "h1", "h2", "a", "div", "style", "title")) {
            assertEquals(
                    count(html, "<" + tag + ">") + count(html, "<" + tag + " "), count(html, "</" + tag + ">"), tag);
        }
        List<String> sections = new ArrayList<>();
        Matcher matcher = SECTION.matcher(html);
        while (matcher.find()) {
            sections.add(matcher.group(1));
        }
        assertEquals(InfoAnchors.NAMES, sections);
    }

    private static int count(String text, String part) {
        int count = 0;
        for (int at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length())) {
            count++;
        }
        return count;
    }
}
