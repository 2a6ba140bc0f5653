package org.pagerace.sample;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.pagerace.sample.LineProbe.Device;
import org.pagerace.sample.Sources.End;

class NetworkFilesTest {
    private static final String DEV = """
            Inter-|   Receive                                                |  Transmit
             face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
                lo: 5776057005930 648136231    0 20958    0     0          0         0 5776057005930 648136231    0    0    0     0       0          0
            veth-s:  120000     900    0    0    0     0          0         0  9000000    7000    0    0    0     0       0          0
            """;

    private static final String TCP = """
              sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
               0: 0100007F:1F90 00000000:0000 0A 00000000:00000003 00:00000000 00000000     0        0 544 1 0 100 0 0 10 0
               1: 00000000:1F90 00000000:0000 0A 00000000:0000000B 00:00000000 00000000     0        0 545 1 0 100 0 0 10 0
               2: 0100007F:1F91 0100007F:E0A2 01 00000000:00000FFF 00:00000000 00000000     0        0 546 1 0 20 4 30 10 -1
            """;

    private static final String UNIX = """
            Num       RefCount Protocol Flags    Type St Inode Path
            00000000c67916f9: 00000002 00000000 00010000 0001 01 37600856 /run/p/fpm.sock
            00000000e5a7795d: 00000003 00000000 00000000 0001 03   544 /run/p/fpm.sock
            00000000be5a1e7d: 00000002 00000000 00000000 0001 02     0 /run/p/fpm.sock
            00000000be5a1e7e: 00000002 00000000 00000000 0001 02     0 /run/p/fpm.sock
            00000000be5a1e7f: 00000002 00000000 00000000 0001 02     0 /other/run/p/fpm.sock
            00000000e5a7795e: 00000003 00000000 00000000 0001 03   545
            """;

    private static final String SS = """
            u_str LISTEN 0      4096   /run/p/fpm.sock 37600856            * 0
            tcp   LISTEN 0      511          127.0.0.1:8080       0.0.0.0:*
            tcp   LISTEN 0      128               [::]:22            [::]:*
            tcp   LISTEN 0      50                   *:9000             *:*
            """;

    private static final String TC = """
            qdisc tbf 8001: root refcnt 2 rate 100Mbit burst 32Kb lat 50ms\s
             Sent 9000000 bytes 7000 pkt (dropped 17, overlimits 6000 requeues 0)\s
             backlog 0b 0p requeues 0
            """;

    @Test
    void device_line_hasBothDirections() {
        assertEquals(Optional.of(new Device(9_000_000, 7000)), Device.parse(DEV, "veth-s", End.SERVER));
        assertEquals(Optional.of(new Device(120_000, 900)), Device.parse(DEV, "veth-s", End.CLIENT));
        assertEquals(Optional.empty(), Device.parse(DEV, "eth0", End.SERVER));
        assertEquals(Optional.empty(), Device.parse("veth-s: 1 2 3", "veth-s", End.CLIENT));
        assertEquals(Optional.empty(), Device.parse("veth-s: a b c d e f g h i j k l m n o p", "veth-s", End.SERVER));
    }

    @Test
    void tcp_listening_hasTheLongestQueueOfItsPort() {
        assertEquals(Map.of(":8080", 11L), ListenQueues.tcp(TCP));
        assertEquals(Map.of(), ListenQueues.tcp("   0: 0100007F:XXXX 00000000:0000 0A 00000000:00000003 00:0 0"));
    }

    @Test
    void tcp_cutAnywhere_isNeverMoreThanThereIs() {
        for (int length = 0; length < TCP.length(); length++) {
            Map<String, Long> queues = ListenQueues.tcp(TCP.substring(0, length));
            assertEquals(true, queues.isEmpty() || queues.get(":8080") <= 11, "cut at " + length);
        }
    }

    @Test
    void unix_connecting_waits() {
        assertEquals(OptionalLong.of(2), ListenQueues.unix(UNIX, "/run/p/fpm.sock"));
        assertEquals(OptionalLong.empty(), ListenQueues.unix(UNIX, "/run/p/gone.sock"));
        assertEquals(OptionalLong.empty(), ListenQueues.unix("", "/run/p/fpm.sock"));
    }

    @Test
    void lengths_ss_areByPortOrPath() {
        assertEquals(
                Map.of("/run/p/fpm.sock", 4096L, ":8080", 511L, ":22", 128L, ":9000", 50L), ListenQueues.lengths(SS));
        assertEquals(Map.of(), ListenQueues.lengths("tcp LISTEN 0 x y\nLISTEN\n"));
    }

    /** Two connections of ss 6.1, shortened; the server of the first one has nothing to do. */
    private static final List<String> ENDS = List.of(
            "0      0       127.0.0.1:80 127.0.0.1:40000 cubic rto:200 bytes_sent:5 busy:4ms rcv_space:65483 minrtt:0.016",
            "0      3620352 [::ffff:127.0.0.1]:80 [::ffff:127.0.0.1]:40001 cubic busy:508ms rwnd_limited:506ms(99.6%)",
            "0      0       127.0.0.1:40000 127.0.0.1:80 cubic rto:200 bytes_sent:5 busy:400ms rwnd_limited:400ms(100%)",
            "95232  0       127.0.0.1:40001 127.0.0.1:80 cubic rto:200 rcv_rtt:0.023",
            "1      0       127.0.0.1:8080 127.0.0.1:50000 cubic busy:900ms");

    @Test
    void windows_ss_areOfTheServersEndsAndUnreadBytesOfTheClients() {
        assertEquals(506.0 / 512, WindowReader.full(ENDS, ":80").orElseThrow(), 1e-9);
        assertEquals(0.5, WindowReader.unread(ENDS, ":80").orElseThrow(), 1e-9);
        assertEquals(OptionalDouble.of(0), WindowReader.full(ENDS, ":8080"));
        assertEquals(OptionalDouble.empty(), WindowReader.unread(ENDS, ":8080"));
        assertEquals(OptionalDouble.empty(), WindowReader.full(List.of("", "0 0", "x"), ":80"));
    }

    @Test
    void drops_tc_areOfTheOutermostQueue() {
        assertEquals(OptionalLong.of(17), LineProbe.drops(TC));
        assertEquals(OptionalLong.empty(), LineProbe.drops(TC.substring(0, TC.indexOf("17"))));
        assertEquals(OptionalLong.empty(), LineProbe.drops(""));
    }
}
