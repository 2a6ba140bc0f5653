package org.pagerace.sample;

import java.io.IOException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** All processes of the machine, and whose they are. For one thread. */
final class ProcessTable {

    /*
     * Each look reads the list of /proc and one line of each process but the kernel's threads. Whose a process is, is
     * decided when it is first seen: stacks and databases are started in sessions of their own, which their children
     * never leave, so a child that is forked during a round is found without asking anybody.
     *
     * A process that ends takes its counters with it. What it had used is added to those of whoever waits for it, its
     * whole life at once; so what was seen of the ended ones is taken off the rises of all these counters of their
     * party. Not parent by parent: a parent that ended too, or another that took over its children, would have it
     * otherwise. What is not found there is kept for the next look, since the files are not read all at the same
     * moment. Nothing ever falls, nothing counts twice, and even a child that was born and ended between two looks
     * counts. A zombie is not yet waited for, so it has not ended. Only what an orphan of the party used after the last
     * look at it is lost.
     */

    private final ProcFiles proc;
    private final Map<Party, Set<Integer>> sessions = new EnumMap<>(Party.class);
    private final int own;
    private final Supplier<List<Long>> driver;
    private final Map<Integer, Member> members = new HashMap<>();
    private final Map<Party, Long> unmatched = new EnumMap<>(Party.class);
    private int ownSession = -1;

    /** @param own the pid of this process */
    ProcessTable(ProcFiles proc, Sources sources, long own) {
        this.proc = proc;
        this.own = (int) own;
        this.driver = sources.driver();
        sessions.put(Party.SERVER, numbers(sources.server()));
        sessions.put(Party.DATABASE, numbers(sources.database()));
        sessions.put(Party.DRIVER, Set.of());
    }

    private static Set<Integer> numbers(List<Long> pids) {
        Set<Integer> numbers = new HashSet<>();
        pids.forEach(pid -> numbers.add(pid.intValue()));
        return numbers;
    }

    /** Returns what each party used since the look before; at the first one the whole lives, which is of no use. */
    Map<Party, Member.Usage> look() {
        if (sessions.get(Party.DRIVER).isEmpty()) { // an external tool's process exists only once it runs
            sessions.put(Party.DRIVER, numbers(driver.get()));
        }
        Map<Integer, ProcessStat> now = new HashMap<>();
        for (int pid : proc.numbers("")) {
            Member known = members.get(pid);
            if (known != null && known.party() == Party.KERNEL) {
                now.put(pid, known.stat());
            } else {
                stat(pid).ifPresent(stat -> now.put(pid, stat));
            }
        }
        Map<Party, Long> ended = forgetEnded(now);
        Map<Party, Long> childRises = new EnumMap<>(Party.class);
        Map<Party, Member.Usage> used = new EnumMap<>(Party.class);
        for (Map.Entry<Integer, ProcessStat> entry : now.entrySet()) {
            int pid = entry.getKey();
            ProcessStat stat = entry.getValue();
            Member member =
                    members.compute(pid, (any, seen) -> seen == null || hasLeft(seen, stat) ? member(pid, stat) : seen);
            if (member.party() != Party.KERNEL) {
                used.merge(member.party(), member.look(proc, stat), Member.Usage::plus);
                childRises.merge(member.party(), member.childRise(), Long::sum);
            }
        }
        childRises.forEach((party, rise) -> {
            long seen = ended.getOrDefault(party, 0L) + unmatched.getOrDefault(party, 0L);
            used.merge(party, Member.Usage.ofTicks(Math.max(0, rise - seen)), Member.Usage::plus);
            unmatched.put(party, Math.min(Math.max(0, seen - rise), ended.getOrDefault(party, 0L)));
        });
        return used;
    }

    private Optional<ProcessStat> stat(int pid) {
        try {
            return ProcessStat.parse(proc.line(pid + "/stat"));
        } catch (IOException e) {
            return Optional.empty(); // it has just ended
        }
    }

    /** Returns what those that are gone had used when they were last seen, in ticks. */
    private Map<Party, Long> forgetEnded(Map<Integer, ProcessStat> now) {
        Map<Party, Long> ended = new EnumMap<>(Party.class);
        members.values().removeIf(member -> {
            ProcessStat stat = now.get((int) member.pid());
            boolean gone = stat == null || !member.isSame(stat);
            if (gone) {
                ended.merge(member.party(), member.ticksSoFar(), Long::sum);
            }
            return gone;
        });
        return ended;
    }

    private Member member(int pid, ProcessStat stat) {
        Party party = party(pid, stat);
        return new Member(pid, party, stat, party == Party.SERVER || party == Party.DRIVER);
    }

    /** In its first milliseconds a server or anybody else whom this program starts is still in this program's session. */
    private boolean hasLeft(Member member, ProcessStat stat) {
        return member.party() == Party.OURS && member.pid() != own && stat.session() != ownSession;
    }

    private Party party(int pid, ProcessStat stat) {
        for (Map.Entry<Party, Set<Integer>> entry : sessions.entrySet()) {
            Set<Integer> of = entry.getValue();
            // this program leads no session of servers, but may well be in one with others: only its pid counts
            boolean bySession = of.contains(stat.session()) && stat.session() != own;
            if (of.contains(pid) || bySession || (of.contains(stat.group()) && stat.group() != own)) {
                return entry.getKey();
            }
        }
        if (stat.kernelThread()) {
            return Party.KERNEL;
        }
        if (ownSession < 0) {
            ownSession = stat(own).map(ProcessStat::session).orElse(0);
        }
        // what we start in order to look; servers and drivers have sessions of their own
        boolean ours = pid == own || (stat.parent() == own && stat.session() == ownSession);
        return ours ? Party.OURS : Party.FOREIGN;
    }

    /** Returns the processes of a party, as of the last look. */
    List<Member> of(Party party) {
        return members.values().stream()
                .filter(member -> member.party() == party)
                .toList();
    }
}
