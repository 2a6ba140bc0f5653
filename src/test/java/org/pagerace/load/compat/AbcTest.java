package org.pagerace.load.compat;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The parts of abc; the whole of it runs in DialectsIT. */
class AbcTest {
    private static AbcOptions parse(String... arguments) throws EarlyExit {
        return AbcOptions.parse(List.of(arguments));
    }

    @ParameterizedTest
    @CsvSource({
        "12, 12",
        "1k, 1000",
        "1K, 1024",
        "2m, 2000000",
        "1M, 1048576",
        "100kA, 100000",
        "x, 0",
        "9999999999, 2147483647"
    })
    void number_letters_multiply(String text, int expected) {
        assertEquals(expected, AbcRange.number(text));
    }

    @Test
    void parse_range_hasFivePartsAndMaybeAnA() throws EarlyExit {
        assertEquals(
                new AbcRange(Optional.of("[0-1k:100kA+10x3]"), 0, 1000, 100_000, true, 10, 3),
                parse("[0-1k:100kA+10x3]", "127.0.0.1/").range());
        assertFalse(parse("[0-1k:100k+10x3]", "127.0.0.1/").range().keepAlive());
        assertEquals(AbcRange.DEFAULT, parse("127.0.0.1/").range());
    }

    @ParameterizedTest
    @ValueSource(strings = {"[1-2]|h.x/", "[1-2:3+0x1]|h.x/", "[1-2:3+1x0]|h.x/", "nodot", "h.x", "a|b|c|d", "h.x:p/"})
    void parse_refused_showsTheHelp(String arguments) {
        EarlyExit exit = assertThrows(EarlyExit.class, () -> parse(arguments.split("\\|")));
        assertEquals(1, exit.status());
        assertTrue(exit.err().contains("usage:\n\n./abc [SERVER_NAME]"), exit.err());
    }

    @Test
    void parse_arguments_areToldApartByTheirForm() throws EarlyExit {
        AbcOptions options = parse("gwan", "[0-1k:100kA+10x3]", "127.0.0.1:8080/a/100.html");
        assertEquals(Optional.of("gwan"), options.server());
        assertEquals("127.0.0.1", options.host());
        assertEquals(8080, options.portNumber());
        assertEquals("gwan_a!100.html[0-1k:100kA+10x3].csv", options.fileName());
        assertEquals("x_(null).csv", parse("127.0.0.1/").fileName());
        assertEquals(Optional.of("gwan"), parse("gwan", "127.0.0.1/").server());
    }

    @Test
    void sweepLine_describesTheSweep() throws EarlyExit {
        assertEquals(
                "\nweighttp -n 100000 -c [0-1000 step:10 rounds:3] -t 8 -k \"http://127.0.0.1:80/index.html\"\n\n",
                parse("127.0.0.1/index.html").sweepLine(8));
    }

    /** Below the number of cores weighttp would refuse its threads, so abc raises the concurrency. */
    @Test
    void round_fewClients_areRaisedToTheCores() throws EarlyExit {
        WeighttpOptions round = parse("127.0.0.1/").round(0, 4);
        assertEquals(4, round.connections());
        assertEquals(4, round.threads());
        assertTrue(round.request().contains("\r\nAccept-Encoding: gzip\r\n"), round.request());
    }

    @Test
    void probe_answer_isShownWithTheStartOfItsBody() throws IOException {
        byte[] answer = ("HTTP/1.1 200 OK\r\nContent-Length: 50\r\nContent-Encoding: GZip\r\n\r\n" + "ab".repeat(25))
                .getBytes(ISO_8859_1);
        AbcProbe probe = AbcProbe.read(new ByteArrayInputStream(answer));
        assertEquals(200, probe.status());
        assertTrue(probe.compressed());
        assertEquals(
                "=> HTTP/1.1 200 OK\n   content-length: 50\n   content-encoding: GZip\n=> " + "ab".repeat(20) + "...\n",
                probe.text());
    }

    @Test
    void probe_noHttpOrNoText_isShownAsFarAsItGoes() throws IOException {
        assertEquals(
                0,
                AbcProbe.read(new ByteArrayInputStream("what?\r\n".getBytes(ISO_8859_1)))
                        .status());
        assertEquals(
                "=> HTTP/1.0 404 Not Found\n",
                AbcProbe.read(new ByteArrayInputStream("HTTP/1.0 404 Not Found\r\n\r\n".getBytes(ISO_8859_1)))
                        .text());
    }

    @Test
    void level_rounds_haveMinimumIntegerAverageAndMaximum() {
        var level = new AbcSweep.Level(0, 3);
        level.add(10);
        level.add(11);
        level.add(13);
        assertEquals(
                "      1,       10,       11,       13,   12:30:01\n", AbcText.row(level, "", LocalTime.of(12, 30, 1)));
        AbcSweep.Sums sums = AbcSweep.Sums.NONE.plus(level).plus(level);
        assertTrue(
                AbcText.trailer(sums, 3661).contains("\nmin:20   avg:22   max:26 Time:3661 second(s) [01:01:01]\n"),
                AbcText.trailer(sums, 3661));
    }

    /** The smallest figure begins at 0xffff0, so a faster round does not show in it. */
    @Test
    void level_veryFastRound_minimumStaysBelowAMillion() {
        var level = new AbcSweep.Level(1, 1);
        level.add(2_000_000);
        assertEquals(1_048_560, level.min());
    }

    private static void task(Path proc, int process, int id, String name) throws IOException {
        Path folder = Files.createDirectories(proc.resolve(process + "/task/" + id));
        Files.writeString(folder.resolve("comm"), name + "\n");
    }

    @Test
    void processes_byName_areFoundWithThreadsTicksAndMemory(@TempDir Path proc) throws IOException {
        task(proc, 10, 10, "nginx");
        task(proc, 10, 11, "Nginx_worker");
        task(proc, 20, 20, "sshd");
        task(proc, 30, 30, "nginx"); // this one asks
        Files.writeString(
                proc.resolve("10/stat"), "10 (a ) nginx) S 1 10 10 0 -1 4194560 1 2 3 4 100 50 20 5 20 0 2 0 9 1 2");
        Files.writeString(proc.resolve("10/statm"), "1000 512 3 4 5 6 7\n");
        var processes = new ServerProcesses(proc, "NGINX", 30);
        List<ServerProcesses.Task> tasks = processes.find();
        assertEquals(List.of(new ServerProcesses.Task(10, 10), new ServerProcesses.Task(10, 11)), tasks);
        assertEquals(new ServerProcesses.Ticks(120, 55), processes.ticks(tasks));
        assertEquals(512 * 4096, processes.residentBytes(tasks));
        assertEquals("""
                > Server 'nginx' process topology:
                ---------------------------------------------
                  1] pid:11 Thread
                  0] pid:10 Process RAM: 2.00 MB
                ---------------------------------------------
                Total 'nginx' server footprint: 2.00 MB
                """, AbcText.topology("nginx", processes, tasks));
    }

    /** Only programs of which -v is known to mean the version are asked: for mariadbd it means a talkative server. */
    @ParameterizedTest
    @CsvSource({
        "nginx, true",
        "lighttpd, true",
        "apache2, true",
        "php-fpm8.2, true",
        "gwan, true",
        "mariadbd, false",
        "java, false",
        "nginx-debug, false"
    })
    void server_program_isAskedIfItUnderstands(String program, boolean asked) {
        assertEquals(asked, AbcServer.saysVersion(Path.of("/usr/sbin", program)));
    }

    @Test
    void server_version_isTheFirstLineThatItPrints(@TempDir Path folder) throws IOException {
        Path nginx =
                Files.writeString(folder.resolve("nginx"), "#!/bin/sh\necho >&2\necho \"nginx version: $1\" >&2\n");
        assertTrue(nginx.toFile().setExecutable(true));
        assertEquals("nginx version: -v\n", AbcServer.version(nginx));
        Path other = Files.writeString(folder.resolve("java"), "#!/bin/sh\necho $1\n");
        assertTrue(other.toFile().setExecutable(true));
        assertEquals("", AbcServer.version(other));
        assertEquals("", AbcServer.version(folder.resolve("gone/nginx")));
    }

    @Test
    void machine_files_becomeThePreamble(@TempDir Path root) throws IOException {
        Files.createDirectories(root.resolve("proc/sys/kernel"));
        Files.createDirectories(root.resolve("etc"));
        Files.writeString(
                root.resolve("proc/cpuinfo"),
                "processor\t: 0\nmodel name\t: Big  CPU @ 3GHz\nphysical id\t: 1\ncpu cores\t: 4\n");
        Files.writeString(
                root.resolve("proc/meminfo"),
                "MemTotal:  2097152 kB\nMemFree:  1048576 kB\nBuffers: 10 kB\nCached: 20 kB\n");
        Files.writeString(root.resolve("proc/sys/kernel/ostype"), "Linux\n");
        Files.writeString(root.resolve("proc/sys/kernel/version"), "#1 SMP\n");
        Files.writeString(root.resolve("proc/sys/kernel/osrelease"), "6.1.0\n");
        Files.writeString(root.resolve("etc/issue"), "Some System 12\t\\n\n");
        var machine = new AbcMachine(root);
        String text = machine.describe(ZonedDateTime.of(2026, 11, 3, 9, 5, 7, 0, ZoneOffset.UTC));
        assertTrue(text.contains("\nNow: Tue Nov  3 09:05:07 2026\n"), text);
        assertTrue(
                text.contains("\nCPU: 2 x 4-Core CPU(s) Big CPU @ 3GHz\nRAM: 1.00/2.00 (Free/Total, in GB)\n"), text);
        assertTrue(text.contains(" v#1 SMP 6.1.0\n     Some System 12\nabc: max open sockets: "), text);
        assertEquals(4, machine.cores());
        assertEquals(1048606, machine.usedKilobytes());
        assertEquals(1, new AbcMachine(root.resolve("nothing")).cores());
    }
}
