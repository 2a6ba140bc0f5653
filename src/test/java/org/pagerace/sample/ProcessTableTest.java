package org.pagerace.sample;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A folder that looks like {@code /proc}, with processes that come and go. */
class ProcessTableTest {
    private static final int SERVER = 100;
    private static final long TICK = ProcessStat.TICK_NANOS;

    @TempDir
    Path proc;

    private ProcessTable table;

    @BeforeEach
    void makeTable() throws IOException {
        var files = new ProcFiles(proc.toString());
        var sources = new Sources(
                files,
                List.of((long) SERVER),
                List.of(200L),
                () -> List.of(300L),
                List.of(),
                List.of(),
                new NetworkTools(List.of()),
                Optional.empty(),
                Optional.empty());
        table = new ProcessTable(files, sources, 300);
        process(SERVER, 1, SERVER, 10, 0);
    }

    private void process(int pid, int parent, int session, long ownTicks, long childTicks) throws IOException {
        Path folder = Files.createDirectories(proc.resolve(Integer.toString(pid)));
        Files.writeString(
                folder.resolve("stat"),
                pid + " (x) S " + parent + " " + session + " " + session + " 0 -1 0 0 0 0 0 " + ownTicks + " 0 "
                        + childTicks + " 0 20 0 1 0 " + pid + " 0 1 0 0\n");
    }

    private void end(int pid) throws IOException {
        Files.delete(proc.resolve(pid + "/stat"));
        Files.delete(proc.resolve(Integer.toString(pid)));
    }

    private long look(Party party) {
        return table.look().getOrDefault(party, Member.Usage.NONE).cpuNanos() / TICK;
    }

    @Test
    void look_eachParty_isFoundByItsSession() throws IOException {
        process(101, SERVER, SERVER, 0, 0);
        process(200, 1, 200, 0, 0);
        process(300, 1, 299, 0, 0);
        process(301, 300, 299, 0, 0); // started by us, in our session
        process(302, 300, 302, 0, 0); // another stack
        process(400, 1, 299, 0, 0);
        table.look();
        process(SERVER, 1, SERVER, 11, 0);
        process(101, SERVER, SERVER, 2, 0);
        process(200, 1, 200, 3, 0);
        process(300, 1, 299, 4, 0);
        process(301, 300, 299, 5, 0);
        process(302, 300, 302, 6, 0);
        process(400, 1, 299, 7, 0);
        Map<Party, Member.Usage> used = table.look();
        assertEquals(3, used.get(Party.SERVER).cpuNanos() / TICK);
        assertEquals(3, used.get(Party.DATABASE).cpuNanos() / TICK);
        assertEquals(4, used.get(Party.DRIVER).cpuNanos() / TICK);
        assertEquals(5, used.get(Party.OURS).cpuNanos() / TICK);
        assertEquals(13, used.get(Party.FOREIGN).cpuNanos() / TICK);
    }

    @Test
    void look_childForkedMeanwhile_countsFromItsStart() throws IOException {
        table.look();
        process(101, SERVER, SERVER, 7, 0);
        assertEquals(7, look(Party.SERVER));
    }

    @Test
    void look_childEndedAndWaitedFor_countsOnceOnly() throws IOException {
        process(101, SERVER, SERVER, 20, 0);
        table.look();
        process(101, SERVER, SERVER, 25, 0);
        assertEquals(5, look(Party.SERVER));
        end(101);
        process(SERVER, 1, SERVER, 10, 28); // its whole life: 3 more than seen
        assertEquals(3, look(Party.SERVER));
        assertEquals(0, look(Party.SERVER));
    }

    @Test
    void look_childBornAndEndedBetween_counts() throws IOException {
        table.look();
        process(SERVER, 1, SERVER, 10, 9);
        assertEquals(9, look(Party.SERVER));
    }

    @Test
    void look_orphanEnded_neverFalls() throws IOException {
        process(101, 1, SERVER, 500, 0);
        table.look();
        end(101);
        process(SERVER, 1, SERVER, 12, 0);
        assertEquals(2, look(Party.SERVER));
    }

    /** A shell ends before its child does; init takes it over and waits for it. */
    @Test
    void look_childTakenOverByAnother_countsOnceOnly() throws IOException {
        process(1, 0, 0, 0, 0);
        process(400, 1, 400, 1, 0);
        process(401, 400, 400, 800, 0);
        table.look();
        end(400);
        process(401, 1, 400, 810, 0);
        process(1, 0, 0, 0, 1);
        assertEquals(10, look(Party.FOREIGN));
        end(401);
        process(1, 0, 0, 0, 1 + 815);
        assertEquals(5, look(Party.FOREIGN));
    }

    /** Its parent's file was read just before the parent waited for it. */
    @Test
    void look_childEndedBetweenTwoFiles_countsOnceOnly() throws IOException {
        process(101, SERVER, SERVER, 500, 0);
        table.look();
        end(101);
        assertEquals(0, look(Party.SERVER));
        process(SERVER, 1, SERVER, 10, 504);
        assertEquals(4, look(Party.SERVER));
    }

    @Test
    void look_pidUsedAgain_isAnotherProcess() throws IOException {
        process(101, SERVER, SERVER, 500, 0);
        table.look();
        Files.writeString(
                proc.resolve("101/stat"), "101 (x) S 1 101 101 0 -1 0 0 0 0 0 30 0 0 0 20 0 1 0 99999 0 1 0 0\n");
        Map<Party, Member.Usage> used = table.look();
        assertEquals(0, used.get(Party.SERVER).cpuNanos());
        assertEquals(30, used.get(Party.FOREIGN).cpuNanos() / TICK);
    }

    @Test
    void look_schedstat_isFinerThanTicks() throws IOException {
        Path schedstat = proc.resolve(SERVER + "/schedstat");
        Files.writeString(schedstat, "100000000 5000 10\n");
        table.look();
        Files.writeString(schedstat, "103500000 9000 12\n");
        Member.Usage usage = table.look().get(Party.SERVER);
        assertEquals(new Member.Usage(3_500_000, 4_000, 3_500_000), usage);
    }
}
