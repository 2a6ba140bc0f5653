package org.pagerace.race;

import java.io.IOException;
import java.net.URI;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.pagerace.config.Reason;
import org.pagerace.race.CheckedPage.Kind;
import org.pagerace.result.PageInfo;
import org.pagerace.result.ParityResult.Row;
import org.pagerace.result.SqlCount;
import org.pagerace.stacks.RunningStack;

/** Asks every stack for every page in every form, and finds out whether they do the same work. Use it once. */
final class EqualityCheck {
    private final Servers servers;
    private final List<CheckedPage> pages;
    private final PageFetcher fetcher = new PageFetcher();
    private final List<PageInfo> infos = new ArrayList<>();
    private final List<Row> rows = new ArrayList<>();
    private final List<String> differences = new ArrayList<>();
    private final Map<String, Map<String, Answer>> answers = new LinkedHashMap<>();

    EqualityCheck(Servers servers, List<CheckedPage> pages) {
        this.servers = servers;
        this.pages = pages;
    }

    /** Fetches and compares everything, whatever is found. */
    void run() throws InterruptedException {
        for (CheckedPage page : pages) {
            Map<String, ParityCheck.Answers> got = fetch(page);
            List<String> found = new ArrayList<>();
            if (!got.isEmpty()) {
                found.addAll(ParityCheck.differences(page, got));
                found.addAll(otherForm(page, got));
            }
            boolean alike = found.isEmpty() && got.size() == servers.stacks().size();
            Map<String, SqlCount> sql = page.kind() == Kind.DATABASE && alike ? count(page) : Map.of();
            found.addAll(ParityCheck.differences(page.name(), sql));
            differences.addAll(found);
            record(page, got, alike, sql);
        }
    }

    List<PageInfo> pages() {
        return infos;
    }

    List<Row> rows() {
        return rows;
    }

    /** Returns a sentence for each thing that keeps the stacks from being compared. */
    List<String> differences() {
        return differences;
    }

    /** Returns a line for each stack with what it costs the database to answer a request. */
    List<String> statements() {
        return infos.stream()
                .filter(info -> !info.sql().isEmpty())
                .map(info -> "one request of " + info.page() + " is " + info.sqlInWords())
                .toList();
    }

    /** Returns the body of a page as the stack sends it. */
    Answer answer(String page, String stack) {
        return answers.get(page).get(stack);
    }

    private Map<String, ParityCheck.Answers> fetch(CheckedPage page) throws InterruptedException {
        Map<String, ParityCheck.Answers> got = new LinkedHashMap<>();
        for (RunningStack stack : servers.stacks()) {
            URI address = page.address().apply(stack);
            try {
                Map<HttpForm, WireAnswer> byForm = new EnumMap<>(HttpForm.class);
                for (HttpForm form : HttpForm.values()) {
                    byForm.put(form, fetcher.fetch("GET", form, address));
                }
                WireAnswer head = fetcher.fetch("HEAD", HttpForm.HTTP_1_1, address);
                got.put(stack.name(), new ParityCheck.Answers(byForm, head));
            } catch (IOException e) {
                differences.add(stack.name() + " does not answer page " + page.name() + " (" + address.getPath() + "): "
                        + Reason.of(e, ""));
            }
        }
        return got;
    }

    /** The same page in its other form must be the same bytes, on each stack. */
    private List<String> otherForm(CheckedPage page, Map<String, ParityCheck.Answers> got) {
        List<String> found = new ArrayList<>();
        page.sameAs()
                .map(answers::get)
                .ifPresent(others -> got.forEach((stack, mine) -> {
                    Answer other = others.get(stack);
                    if (other != null && other.mismatch(mine.first().answer()) >= 0) {
                        found.add("page " + page.name() + " of " + stack + " is not "
                                + page.sameAs().orElseThrow());
                    }
                }));
        return found;
    }

    private Map<String, SqlCount> count(CheckedPage page) throws InterruptedException {
        Map<String, SqlCount> counts = new LinkedHashMap<>();
        for (RunningStack stack : servers.stacks()) {
            counts.put(stack.name(), count(page, stack));
        }
        return counts;
    }

    private SqlCount count(CheckedPage page, RunningStack stack) throws InterruptedException {
        boolean settles = page.name().equals(CheckedPage.PERSISTENT);
        try (var meter = new SqlMeter(servers.databaseAccess().orElseThrow())) {
            return meter.count(page.address().apply(stack), stack.besideIndex(SqlMeter.IDLE_PAGE), settles);
        } catch (IOException e) {
            if (Thread.interrupted()) {
                var interrupted = new InterruptedException("interrupted while statements were counted");
                interrupted.initCause(e);
                throw interrupted;
            }
            return SqlCount.notCounted(1, Reason.of(e, ""));
        } catch (SQLException e) {
            return SqlCount.notCounted(
                    1, String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
        }
    }

    private void record(
            CheckedPage page, Map<String, ParityCheck.Answers> got, boolean alike, Map<String, SqlCount> sql) {
        Map<String, PageInfo.Body> bodies = new LinkedHashMap<>();
        Map<String, Answer> firsts = new LinkedHashMap<>();
        got.forEach((stack, mine) -> {
            firsts.put(stack, mine.first().answer());
            bodies.put(stack, mine.first().answer().info());
            mine.got().forEach((form, exchange) -> rows.add(row(page, stack, form, exchange)));
        });
        answers.put(page.name(), firsts);
        infos.add(new PageInfo(
                page.name(), alike && page.kind() != Kind.OWN, page.right().words(), bodies, sql));
    }

    private static Row row(CheckedPage page, String stack, HttpForm form, WireAnswer exchange) {
        PageInfo.Body body = exchange.answer().info();
        return new Row(
                page.name(),
                stack,
                form.label(),
                exchange.answer().status(),
                exchange.contentType(),
                exchange.framing().label(),
                exchange.kept(),
                body.bytes(),
                body.sha256());
    }
}
