package org.pagerace.sample;

import java.io.IOException;
import java.util.OptionalDouble;
import org.pagerace.result.Metric;

/** CPU of the whole machine. For one thread. */
final class MachineProbe {
    private static final String PRESSURE = "pressure/cpu";
    private static final double NANOS_PER_MICRO = 1e3;

    private final ProcFiles proc;
    private final Rise busy = new Rise();
    private final Rise stolen = new Rise();
    private final Rise pressure = new Rise();
    private double lastPrograms;
    private long lastNanos;

    MachineProbe(ProcFiles proc) {
        this.proc = proc;
    }

    /**
     * The first line of {@code /proc/stat}, in ticks of all processors together.
     *
     * @param busy all but idle, waiting for disks, and stolen
     * @param programs the part of it that is not serving interrupts: that cannot be told whose it is
     */
    record Ticks(long busy, long programs, long stolen) {
        /** @throws IOException if the text does not begin with that line */
        static Ticks parse(String text) throws IOException {
            int end = text.indexOf('\n');
            String[] words = (end < 0 ? text : text.substring(0, end)).trim().split(" +", -1);
            if (!words[0].equals("cpu") || words.length < 9) {
                throw new IOException("/proc/stat does not begin with a line of 8 times");
            }
            try {
                long programs = Long.parseLong(words[1]) + Long.parseLong(words[2]) + Long.parseLong(words[3]);
                long interrupts = Long.parseLong(words[6]) + Long.parseLong(words[7]);
                return new Ticks(programs + interrupts, programs, Long.parseLong(words[8]));
            } catch (NumberFormatException e) {
                throw new IOException("/proc/stat holds no number where a time should be", e);
            }
        }
    }

    /** Returns the processors that programs used since the look before; 0 at the first. */
    double look(Journal journal, long now) {
        pressure(journal, now);
        try {
            Ticks ticks = Ticks.parse(proc.line("stat"));
            busy.rate(journal, Metric.MACHINE_CPU, now, ticks.busy() * seconds());
            stolen.rate(journal, Metric.STOLEN_CPU, now, ticks.stolen() * seconds());
            double programs = ticks.programs() * seconds();
            double used = lastNanos == 0 ? 0 : (programs - lastPrograms) * 1e9 / (now - lastNanos);
            lastPrograms = programs;
            lastNanos = now;
            return Math.max(0, used);
        } catch (IOException e) {
            journal.unseen(e.getMessage(), Metric.MACHINE_CPU, Metric.STOLEN_CPU);
            return 0;
        }
    }

    private static double seconds() {
        return ProcessStat.TICK_NANOS / 1e9;
    }

    private void pressure(Journal journal, long now) {
        try {
            OptionalDouble waited = pressureSeconds(proc.line(PRESSURE));
            if (waited.isPresent()) {
                pressure.rate(journal, Metric.CPU_PRESSURE, now, waited.getAsDouble());
            } else {
                journal.unseen(Metric.CPU_PRESSURE, "/proc/" + PRESSURE + " has no total of 'some'");
            }
        } catch (IOException e) {
            journal.unseen(
                    Metric.CPU_PRESSURE,
                    "no /proc/" + PRESSURE
                            + ": this kernel has no pressure information, or it is off (boot with psi=1)");
        }
    }

    /** Reads {@code some avg10=0.00 avg60=0.00 avg300=0.00 total=123}, in microseconds. */
    static OptionalDouble pressureSeconds(String text) {
        int total = text.indexOf("total=");
        if (!text.startsWith("some ") || total < 0) {
            return OptionalDouble.empty();
        }
        int end = text.indexOf('\n', total);
        if (end < 0) {
            return OptionalDouble.empty(); // cut, so the number may be too
        }
        try {
            return OptionalDouble.of(Long.parseLong(text, total + 6, end, 10) * NANOS_PER_MICRO / 1e9);
        } catch (NumberFormatException e) {
            return OptionalDouble.empty();
        }
    }
}
