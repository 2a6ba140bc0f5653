package org.pagerace.result;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Everything a race leaves behind, as result.json: whatever a report prints is computed from this record alone. It has
 * many members since the file is meant to be read by people too, section by section.
 *
 * @param format always {@value #FORMAT}; tells our files from others
 * @param version of the layout, {@value #VERSION}; raised when a reader of the old one would be misled
 * @param pagerace version of the program
 * @param elapsed from the first start of a server to the end of the last round
 * @param incomplete why the race ended before its plan was done; absent after a whole race
 * @param commandLine the arguments, secrets taken out, that repeat this race
 * @param skipped stacks that were asked for, or built in, and not raced
 * @param lost stacks that died during the race: their remaining rounds are missing
 * @param calibration what the rig can do
 * @param warmups discarded: kept so that it can be seen what was discarded; the last of a cell may have had half of its
 *     mode's connections, as its settings tell
 * @param rounds the measured rounds, in the order they were run
 * @param confirmations runs that tested what had seemed to be the limit
 * @param notes what a reader must know to judge the numbers, in whole sentences
 */
public record RaceResult(
        String format,
        int version,
        String pagerace,
        Instant startedAt,
        Duration elapsed,
        Optional<String> incomplete,
        List<String> commandLine,
        MachineInfo machine,
        DatabaseInfo database,
        PlanInfo plan,
        List<StackInfo> stacks,
        List<SkippedStack> skipped,
        List<LostStack> lost,
        List<PageInfo> pages,
        Calibration calibration,
        List<RoundResult> warmups,
        List<RoundResult> rounds,
        List<Confirmation> confirmations,
        List<String> notes) {

    public static final String FORMAT = "pagerace-race";
    public static final int VERSION = 2;

    /** The two members that tell whether the others can be read. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Head(String format, int version) {
        public Head {
            if (!FORMAT.equals(format)) {
                throw new IllegalArgumentException("it is not the result of a race");
            }
            if (version != VERSION) {
                throw new IllegalArgumentException("it has layout version " + version + ", but this Pagerace reads "
                        + VERSION + "; use the Pagerace that wrote it");
            }
        }
    }

    public RaceResult {
        new Head(format, version);
        commandLine = List.copyOf(commandLine);
        stacks = List.copyOf(stacks);
        skipped = List.copyOf(skipped);
        lost = List.copyOf(lost);
        pages = List.copyOf(pages);
        warmups = List.copyOf(warmups);
        rounds = List.copyOf(rounds);
        confirmations = List.copyOf(confirmations);
        notes = List.copyOf(notes);
    }

    /** Returns the same race with tests of what seemed to be its limits, and what must be known of them. */
    public RaceResult withConfirmations(List<Confirmation> more, Optional<String> note) {
        return new RaceResult(
                format,
                version,
                pagerace,
                startedAt,
                elapsed,
                incomplete,
                commandLine,
                machine,
                database,
                plan,
                stacks,
                skipped,
                lost,
                pages,
                calibration,
                warmups,
                rounds,
                more,
                Stream.concat(notes.stream(), note.stream()).toList());
    }
}
