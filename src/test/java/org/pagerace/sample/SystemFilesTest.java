package org.pagerace.sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pagerace.sample.MachineProbe.Ticks;
import org.pagerace.sample.TreeProbe.Io;

/** Files of {@code /proc} and {@code /sys} as Linux 6 writes them, and as a broken one might. */
class SystemFilesTest {
    private static final String IO = """
            rchar: 6976
            wchar: 12
            syscr: 10
            syscw: 0
            read_bytes: 4096
            write_bytes: 8192
            cancelled_write_bytes: 0
            """;

    @Test
    void ticks_firstLine_isOfAllProcessors() throws IOException {
        String text = "cpu  2453547 1925 793185 1104440 5761 10 169015 971 0 0\ncpu0 1 2 3 4 5 6 7 8 9 10\n";
        assertEquals(new Ticks(2453547 + 1925 + 793185 + 10 + 169015, 2453547 + 1925 + 793185, 971), Ticks.parse(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "cpu", "cpu  1 2 3", "cpu0 1 2 3 4 5 6 7 8 9 10", "cpu  a b c d e f g h"})
    void ticks_somethingElse_isRefused(String text) {
        assertThrows(IOException.class, () -> Ticks.parse(text));
    }

    @Test
    void pressure_someTotal_isInSeconds() {
        String text = """
                some avg10=15.37 avg60=13.72 avg300=14.42 total=13004398021
                full avg10=0.00 avg60=0.00 avg300=0.00 total=0
                """;
        assertEquals(13004.398021, MachineProbe.pressureSeconds(text).orElseThrow(), 1e-6);
        for (int cut = 0; cut <= text.indexOf('\n'); cut++) { // half a number is no number
            assertEquals(OptionalDouble.empty(), MachineProbe.pressureSeconds(text.substring(0, cut)), "cut at " + cut);
        }
    }

    @Test
    void io_lines_areThoseOfDisks() throws IOException {
        assertEquals(new Io(4096, 8192), Io.parse(IO));
        assertThrows(IOException.class, () -> Io.parse(IO.substring(0, IO.indexOf("write_bytes"))));
    }

    @Test
    void ioRise_childEnded_isTakenOffItsParent() {
        Map<Long, Io> before = Map.of(1L, new Io(10, 10), 2L, new Io(100, 50));
        Map<Long, Io> now = Map.of(1L, new Io(115, 60), 3L, new Io(1, 2));
        assertEquals(new Io(6, 2), TreeProbe.rise(before, Map.of(1L, 0, 2L, 1), now));
    }

    @Test
    void ioRise_orphanEnded_neverFalls() {
        Map<Long, Io> before = Map.of(1L, new Io(10, 10), 2L, new Io(100, 50));
        assertEquals(Io.ZERO, TreeProbe.rise(before, Map.of(1L, 0, 2L, 0), Map.of(1L, new Io(10, 10))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Max open files            1024                 4096                 files     | 1024",
                "Max open files            unlimited            unlimited            files     | -1",
                "Max open files            10 | -1",
                "Max processes             10                   10                   processes | -1"
            })
    void descriptorLimit_line_isTheSoftOne(String line, long limit) {
        assertEquals(limit, TreeProbe.descriptorLimit("Limit Soft Limit Hard Limit Units\n" + line));
    }

    @ParameterizedTest
    @CsvSource({"0-3, 4", "'0,2-3', 3", "5, 1"})
    void boundTo_list_isCounted(String list, int processors) throws IOException {
        BitSet bound =
                CpuLimit.boundTo("Name:\tx\nCpus_allowed:\tff\nCpus_allowed_list:\t" + list + "\nMems_allowed:\t1\n");
        assertEquals(processors, bound.cardinality());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Name: x\n", "Cpus_allowed_list:\t0-", "Cpus_allowed_list:\tx\n", "Cpus_allowed_list:\t3-1\n"})
    void boundTo_somethingElse_isRefused(String status) {
        assertThrows(IOException.class, () -> CpuLimit.boundTo(status));
    }

    @ParameterizedTest
    @CsvSource({"50000 100000, 0.5", "max 100000, Infinity", "-1 100000, Infinity", "'', Infinity", "100000, Infinity"})
    void quota_text_isInProcessors(String text, double processors) {
        assertEquals(processors, CpuLimit.quota(text));
    }

    @Test
    void cpuLimit_ofGroups_isTheTightest(@TempDir Path folder) throws IOException {
        Path proc = Files.createDirectories(folder.resolve("proc/7"));
        Files.writeString(proc.resolve("status"), "Cpus_allowed_list:\t0-7\n");
        Files.writeString(proc.resolve("cgroup"), "0::/outer/inner\n");
        Path inner = Files.createDirectories(folder.resolve("groups/outer/inner"));
        Files.writeString(inner.resolve("cpu.max"), "max 100000\n");
        Files.writeString(inner.resolveSibling("cpu.max"), "150000 100000\n");
        var limit = new CpuLimit(new ProcFiles(folder.resolve("proc").toString()), folder.resolve("groups"));
        assertEquals(OptionalDouble.of(1.5), limit.of(List.of(7L)));
        assertEquals(OptionalDouble.empty(), limit.of(List.of(8L)), "no such process");
    }

    @Test
    void cpuLimit_ofTheFirstVersion_isRead(@TempDir Path folder) throws IOException {
        Path proc = Files.createDirectories(folder.resolve("proc/7"));
        Files.writeString(proc.resolve("status"), "Cpus_allowed_list:\t0-7\n");
        Files.writeString(proc.resolve("cgroup"), "4:memory:/m\n1:cpu:/half\n0::/\n");
        Path group = Files.createDirectories(folder.resolve("groups/cpu/half"));
        Files.writeString(group.resolve("cpu.cfs_quota_us"), "50000\n");
        Files.writeString(group.resolve("cpu.cfs_period_us"), "100000\n");
        var limit = new CpuLimit(new ProcFiles(folder.resolve("proc").toString()), folder.resolve("groups"));
        assertEquals(OptionalDouble.of(0.5), limit.of(List.of(7L)));
    }

    @Test
    void pairs_snmp_areNamedByTheirGroup() {
        String text = """
                Ip: Forwarding DefaultTTL
                Ip: 1 64
                Tcp: RtoAlgorithm MaxConn OutSegs RetransSegs
                Tcp: 1 -1 648155323 407642
                """;
        assertEquals(OptionalLong.of(1), Table.ofPairs(text, "Ip", "Forwarding"));
        assertEquals(OptionalLong.of(648155323), Table.ofPairs(text, "Tcp", "OutSegs"));
        assertEquals(OptionalLong.of(407642), Table.ofPairs(text, "Tcp", "RetransSegs"));
        assertEquals(OptionalLong.empty(), Table.ofPairs(text, "Tcp", "MaxConn"), "no counter is negative");
        assertEquals(OptionalLong.empty(), Table.ofPairs(text, "Tcp", "Segs"), "part of a name");
        assertEquals(OptionalLong.empty(), Table.ofPairs(text, "Udp", "OutSegs"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "Tcp: C D", "Tcp: C D\n", "Tcp: C D\nTcp: 3", "Tcp: C D\nIp: 3 4\n", "Ip: 1 2\nTcp: C D\n"})
    void pairs_linesThatDoNotBelongTogether_areLeftOut(String text) {
        assertEquals(OptionalLong.empty(), Table.ofPairs(text, "Tcp", "D"));
    }

    @Test
    void listenDrops_both_countOnce() {
        String netstat = "TcpExt: SyncookiesSent ListenOverflows ListenDrops\nTcpExt: 0 12 15\n";
        assertEquals(OptionalLong.of(15), NetworkProbe.listenDrops(netstat));
        assertEquals(OptionalLong.empty(), NetworkProbe.listenDrops(""));
    }

    @Test
    void timeWait_sockstat_isOfTcp() {
        String text = "sockets: used 87\nTCP: inuse 66 orphan 0 tw 64 alloc 66 mem 41\nUDP: inuse 1 mem 0\n";
        assertEquals(OptionalLong.of(64), NetworkProbe.timeWait(text));
        assertEquals(OptionalLong.empty(), NetworkProbe.timeWait("TCP: inuse 66 orphan 0 tw"));
        assertEquals(OptionalLong.empty(), NetworkProbe.timeWait(""));
    }
}
