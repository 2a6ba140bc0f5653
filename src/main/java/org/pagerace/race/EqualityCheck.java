package org.pagerace.race;

import java.io.IOException;
import java.net.URI;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pagerace.config.Reason;
import org.pagerace.race.CheckedPage.Kind;
import org.pagerace.result.PageInfo;
import org.pagerace.result.ParityResult.Row;
import org.pagerace.result.SqlCount;
import org.pagerace.sample.NetworkTools;
import org.pagerace.stacks.RunningStack;

/** Asks every stack for every page in every form, and finds out whether they do the same work. Use it once. */
final class EqualityCheck {
    private final Servers servers;
    private final List<CheckedPage> pages;
    private final boolean keepsConnections;
    private final PageFetcher fetcher;
    private final List<PageInfo> infos = new ArrayList<>();
    private final List<Row> rows = new ArrayList<>();
    private final List<String> differences = new ArrayList<>();
    private final List<String> silences = new ArrayList<>();
    private final List<String> unknown = new ArrayList<>();
    private final Map<String, Map<String, Answer>> answers = new LinkedHashMap<>();
    private final Map<String, Set<String>> steady = new LinkedHashMap<>();
    private final Map<String, Observations> seen = new LinkedHashMap<>();

    /**
     * Creates a check.
     *
     * @param keepsConnections whether what follows is to keep connections, so that all must
     */
    EqualityCheck(Servers servers, List<CheckedPage> pages, boolean keepsConnections) {
        this.servers = servers;
        this.pages = pages;
        this.keepsConnections = keepsConnections;
        this.fetcher = new PageFetcher(servers.pins());
        servers.stacks().forEach(stack -> seen.put(stack.name(), new Observations()));
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
        observeListenQueues();
        differences.addAll(Fairness.differences(facts(), keepsConnections));
        unknown.addAll(Fairness.unknown(facts(), keepsConnections));
    }

    private void observeListenQueues() {
        var tools = new NetworkTools(servers.place().prefix());
        for (RunningStack stack : servers.stacks()) {
            if (stack.isExternal()) {
                seen.get(stack.name()).onForeignSockets();
            } else {
                Map<String, String> listeners = stack.listeners();
                seen.get(stack.name()).onListenQueues(listeners, tools.listenLengths(listeners.values()));
            }
        }
    }

    private Map<String, Map<String, String>> facts() {
        Map<String, Map<String, String>> facts = new LinkedHashMap<>();
        Map<String, Map<String, String>> observed = observed();
        servers.stacks().forEach(stack -> facts.put(stack.name(), Servers.facts(stack, observed.get(stack.name()))));
        return facts;
    }

    /** Returns the lines of the fairness sheet that were seen and not claimed, by stack. */
    Map<String, Map<String, String>> observed() {
        Map<String, Map<String, String>> facts = new LinkedHashMap<>();
        seen.forEach((stack, observations) -> facts.put(stack, observations.facts()));
        return facts;
    }

    List<PageInfo> pages() {
        return infos;
    }

    List<Row> rows() {
        return rows;
    }

    /** Returns a sentence for each thing that keeps the stacks from being compared. */
    List<String> differences() {
        List<String> all = new ArrayList<>(silences);
        all.addAll(differences);
        return all;
    }

    /** Returns a sentence for each thing that should be alike and is not known of a stack; it keeps none from being raced. */
    List<String> unknown() {
        return unknown;
    }

    /** Returns a sentence for each page that did not come at all: then there is nothing to race, whatever is allowed. */
    List<String> silences() {
        return silences;
    }

    /** Whether the stack sends the same bytes for the page whenever it is asked, so that they can be checked. */
    boolean isSteady(String page, String stack) {
        return steady.getOrDefault(page, Set.of()).contains(stack);
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
                observe(stack, page, byForm, address);
            } catch (IOException e) {
                silences.add(stack.name() + " does not answer page " + page.name() + " (" + address.getPath() + "): "
                        + Reason.of(e, ""));
            }
        }
        return got;
    }

    private void observe(RunningStack stack, CheckedPage page, Map<HttpForm, WireAnswer> byForm, URI address)
            throws IOException, InterruptedException {
        Observations observations = seen.get(stack.name());
        WireAnswer first = byForm.get(HttpForm.HTTP_1_1);
        observations.onAnswers(page.name(), byForm);
        observations.onCompressible(fetcher.fetchCompressible(address));
        if (page.kind() == Kind.OWN) {
            observations.onInfo(first.answer());
        }
        if (stack.isExternal()) {
            observations.onServer(first.header("Server"));
        }
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
            SqlCount count =
                    stack.isExternal() ? SqlCount.notCounted(1, "its database is not ours") : count(page, stack);
            counts.put(stack.name(), count);
            seen.get(stack.name()).onSql(page.name(), count);
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
        if (page.kind() != Kind.OWN) {
            steady.put(page.name(), steady(got));
        }
        infos.add(new PageInfo(
                page.name(), alike && page.kind() != Kind.OWN, page.right().words(), bodies, sql));
    }

    private static Set<String> steady(Map<String, ParityCheck.Answers> got) {
        Set<String> stacks = new HashSet<>();
        got.forEach((stack, mine) -> {
            Answer first = mine.first().answer();
            if (first.status() == Answer.OK
                    && mine.got().values().stream().allMatch(each -> first.mismatch(each.answer()) < 0)) {
                stacks.add(stack);
            }
        });
        return stacks;
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
