package org.pagerace.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What this kernel shows to this process.
 *
 * @param allProcesses whether {@code /proc} lists those of the whole machine
 * @param threads whether the CPU time of threads is told in nanoseconds
 * @param waits whether the time that they wait for a processor is kept account of
 */
record Visibility(boolean allProcesses, boolean threads, boolean waits) {
    /** PROC_PID_INIT_INO of include/linux/proc_ns.h: the namespace in which the machine itself was started. */
    private static final String FIRST_NAMESPACE = "pid:[4026531836]";

    static Visibility of(ProcFiles proc, String root) {
        boolean all;
        try {
            all = Files.readSymbolicLink(Path.of(root, "self", "ns", "pid"))
                    .toString()
                    .equals(FIRST_NAMESPACE);
        } catch (IOException e) {
            all = false;
        }
        long ran = 0;
        long waited = 0;
        for (int thread : proc.numbers("self/task")) {
            try {
                var times = ThreadClocks.Schedstat.parse(proc.text("self/task/" + thread + "/schedstat"));
                ran += times.runNanos();
                waited += times.waitNanos();
            } catch (IOException e) {
                // it has just ended, or there is no such file for any
            }
        }
        return new Visibility(all, ran > 0, waited > 0); // no JVM starts without waiting once
    }
}
