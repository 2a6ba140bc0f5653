package org.pagerace.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.pagerace.report.OutputFolder;
import org.pagerace.result.Confirmation;
import org.pagerace.result.Confirmation.Change;
import org.pagerace.result.RaceResult;

/** {@code pagerace race --confirm}. */
@Timeout(120)
class ConfirmIT {
    @TempDir
    Path folder;

    @Test
    void race_confirm_testsEachCellAfterTheRoundsAndSaysSo() throws Exception {
        Path out = folder.resolve("out");
        RaceProcess run = RaceProcess.start(
                folder,
                "--stacks",
                "jetty",
                "--pages",
                "jquery",
                "--time",
                "4s",
                "--db",
                "none",
                "--no-calibration",
                "--confirm",
                "--out",
                out.toString());
        assertEquals(0, run.end(), run::text);
        RaceResult result = OutputFolder.read(out);
        Set<Change> tested =
                result.confirmations().stream().map(Confirmation::change).collect(Collectors.toSet());
        Set<Change> possible = EnumSet.allOf(Change.class);
        assertEquals(possible, tested, run::text);
        assertTrue(result.confirmations().stream().allMatch(one -> one.load().ok() > 0), run::text);
        assertTrue(run.errors().contains("confirming: 4 runs of 5.0 s"), run::text);
        assertTrue(run.output().contains("\nwhat bound it  stack  "), run::text);
        assertTrue(run.output().contains("note: 4 of 4 possible tests"), run::text);
        assertTrue(run.output().lines().allMatch(line -> line.length() <= 100), run::text);
    }
}
