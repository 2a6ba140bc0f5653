package org.pagerace.load.compat;

import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.pagerace.load.compat.ServerProcesses.Task;
import org.pagerace.load.compat.ServerProcesses.Ticks;

/** What abc prints, and writes to its file. */
final class AbcText {
    static final String WITH_SERVER = """
             Number        Requests per second            CPU               RAM
               of     ----------------------------  ----------------  --------------
            Clients      min       ave       max      user    kernel  SRV MB  SYS MB    Time
            --------  --------  --------  --------  -------  -------  ------  ------  --------
            """;
    static final String WITHOUT_SERVER = """
             Number        Requests per second
               of     ----------------------------
            Clients      min       ave       max         Time
            --------  --------  --------  --------  --------------
            """;
    private static final String RULE =
            "-------------------------------------------------------------------------------\n";
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss");
    private static final double BYTES_PER_MB = 1024 * 1024;

    private AbcText() {}

    static String topology(String server, ServerProcesses processes, List<Task> tasks) {
        var text = new StringBuilder(
                "> Server '" + server + "' process topology:\n" + "---------------------------------------------\n");
        for (int i = tasks.size() - 1; i >= 0; i--) {
            Task task = tasks.get(i);
            text.append(CFormat.format("%3d] pid:%d ", i, task.id()));
            text.append(
                    task.isThread()
                            ? "Thread\n"
                            : CFormat.format(
                                    "Process RAM: %.02f MB\n", processes.residentBytes(task.id()) / BYTES_PER_MB));
        }
        text.append(CFormat.format(
                "---------------------------------------------\nTotal '%s' server footprint: %.02f MB\n",
                server, processes.residentBytes(tasks) / BYTES_PER_MB));
        return text.toString();
    }

    static String missing(String server) {
        return "\nCan't find any process containing '" + server + "'\n(Make sure the '" + server
                + "' server is started)\n\n";
    }

    static String noServer(AbcOptions options) {
        return "\n * Can't find a server listening on '" + options.host() + options.port()
                + "'\n   (Make sure a server is listening there)\n\n";
    }

    static String notFound(AbcOptions options) {
        return "\n * Warning: the resource '" + options.path() + "' is not found (404)\n"
                + "   (Make sure you want to test 404 replies)\n\n";
    }

    /** @param columns CPU and memory, or empty */
    static String row(AbcSweep.Level level, String columns, LocalTime now) {
        return CFormat.format(
                "%7d, %8d, %8d, %8d, %s  %s\n",
                Math.max(1, level.concurrency()),
                level.min(),
                level.average(),
                level.max(),
                columns,
                CLOCK.format(now));
    }

    static String failed(long perSecond) {
        return "* failed responses:" + perSecond + "\n";
    }

    /** The sums over all levels: the areas under the three curves. */
    static String trailer(AbcSweep.Sums sums, long seconds) {
        return RULE
                + CFormat.format(
                        "min:%llu   avg:%llu   max:%llu Time:%ld second(s) [%s]\n",
                        sums.min(),
                        sums.average(),
                        sums.max(),
                        seconds,
                        CLOCK.format(LocalTime.ofSecondOfDay(seconds % (24 * 60 * 60))))
                + RULE + "\n";
    }

    static String ticks(Ticks ticks) {
        return CFormat.format(
                "CPU jiffies:   user:%llu   kernel:%llu   total:%llu\n",
                ticks.user(), ticks.kernel(), ticks.user() + ticks.kernel());
    }

    static String relaunched(String server, int launches) {
        return "\n\n'" + server + "' relaunches (threads/processes): " + launches
                + "\n\nWARNING: partially reported CPU/RAM statistics!\n\n";
    }
}
