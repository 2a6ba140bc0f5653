package org.pagerace.race;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.pagerace.database.DatabaseChoice;
import org.pagerace.network.Link;
import org.pagerace.stacks.ExternalStack;
import org.pagerace.stacks.StackDescriptor;
import org.pagerace.statistics.Interval;

/** What a reader must know to judge the numbers of a race, in whole sentences. */
final class Notes {
    private Notes() {}

    static List<String> of(RaceRequest request, RacePlan plan, int cores) {
        List<String> notes = new ArrayList<>();
        notes.add("Client and servers share one machine with " + cores + " cores: the driver takes its part of them, so"
                + " the numbers compare the stacks with each other and are not what a server alone could do.");
        request.link()
                .ifPresent(rate -> notes.add("Between driver and servers there is a line of " + rate
                        + ", as a wire carries"
                        + " it: " + Link.info(rate).description() + ". A page that fills it has the speed of the line,"
                        + " whatever the server could do; servers and database reach each other without it."));
        notes.add("All stacks run all the time; those whose turn it is not hold memory, but get no requests.");
        if (!request.entrants().external().isEmpty()) {
            String names = request.entrants().external().stream()
                    .map(ExternalStack::name)
                    .collect(Collectors.joining(", "));
            notes.add("Of " + names
                    + " only answers can be seen: a server of somebody else was neither started nor set up"
                    + " here, may be on another machine, and may have other work to do.");
        }
        if (request.pages().contains("db") && !(request.database() instanceof DatabaseChoice.None)) {
            notes.add("All stacks ask the same database over TCP. Java lends its connections from a pool, PHP opens one"
                    + " for each request"
                    + (request.protocol() == Protocol.MODERN
                            ? " (/db.php without persistent=1, as the article did)."
                            : ", as the article did."));
            notes.add(
                    "On these connections Java runs a prepared statement, which the database has parsed before, and reads"
                            + " the rows in the binary protocol; PHP sends the SQL as text, which is parsed each time, and reads"
                            + " text.");
        }
        if (hasSingleProcessLighttpd(request.entrants().racing())) {
            notes.add("lighttpd is one process and so uses one core, as it does by default; nginx has a worker for each"
                    + " core, as its packages set it up.");
        }
        Tool tool = request.load().tool();
        if (request.pages().contains("info")) {
            notes.add(
                    "info tells each server's own story and has its own size on each stack; it is judged by status and"
                            + " size class, the other pages by every byte"
                            + (tool == Tool.BUILTIN
                                    ? ", also under load: there an info has the size of the first, give or take 10 %."
                                    : "."));
        }
        notes.addAll(ofProtocol(request.protocol(), plan));
        notes.addAll(tool.notes());
        if (plan.info().rounds() < Interval.FEWEST_VALUES) {
            notes.add(plan.info().rounds() + " rounds show a range and no more: an interval of the median needs "
                    + Interval.FEWEST_VALUES + ", a claim about who is faster 10.");
        }
        return notes;
    }

    private static List<String> ofProtocol(Protocol protocol, RacePlan plan) {
        List<String> notes = new ArrayList<>();
        if (protocol == Protocol.AB || protocol == Protocol.HTTP_LOAD) {
            notes.add("The driver has one thread, as " + protocol.label()
                    + " has: where it is busy all the time, it is the limit, not the server.");
        }
        if (protocol == Protocol.WEIGHTTP) {
            if (plan.cores().size() > 1) {
                notes.add(
                        "The fairness sheet tells what the servers of the last curve had, which is that of the most cores, and"
                                + " only that one was there to be confirmed. A server of somebody else, or the database, is held to no"
                                + " number of cores.");
            }
        } else if (protocol != Protocol.MODERN && plan.info().link().isEmpty()) {
            notes.add(
                    "The article's client sat on another machine, and most of its figures are those of the line between;"
                            + " here there is none, so pages it limited are faster by far. --link puts it back.");
        }
        return notes;
    }

    /** Its server.max-worker counts additional processes; 0 is its own default. */
    private static boolean hasSingleProcessLighttpd(List<StackDescriptor> stacks) {
        return stacks.stream().anyMatch(stack -> "0".equals(stack.vars().get("lighttpd-workers")));
    }
}
