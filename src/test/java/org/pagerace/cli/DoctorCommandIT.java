package org.pagerace.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.pagerace.load.ScriptedServer;

@Timeout(60)
class DoctorCommandIT {
    @Test
    void doctor_noUrl_describesTheMachine() {
        Output output = doctor();
        assertEquals(0, output.status(), output.out());
        assertTrue(output.out().startsWith("this machine\n  ok         Java " + Runtime.version()), output.out());
        assertFalse(output.out().contains("this run"), output.out());
    }

    @Test
    void doctor_runThatCanWork_sendsOneRequest() throws Exception {
        try (var server = ScriptedServer.answering(ScriptedServer.OK)) {
            Output output = doctor(server.uri().toString(), "-c", "50", "-d", "1h");
            assertEquals(0, output.status(), output.out());
            assertTrue(output.out().contains("answered one request: status 200, body of 2 bytes"), output.out());
            assertEquals(1, server.requestCount());
        }
    }

    /** The queue is that of the server itself, 1000, not the system's, where ss tells it. */
    @Test
    void doctor_moreConnectionsThanMayWait_warns() throws Exception {
        try (var server = ScriptedServer.answering(ScriptedServer.OK)) {
            Output output = doctor(server.uri().toString(), "-c", "9000");
            assertTrue(output.out().contains("  warning    all 9000 connections come at once"), output.out());
        }
    }

    @Test
    void doctor_badAnswer_isAWarning() throws Exception {
        try (var server = ScriptedServer.answering("HTTP/1.1 404 no\r\nContent-Length: 0\r\n\r\n")) {
            Output output = doctor(server.uri().toString());
            assertEquals(0, output.status(), output.out());
            assertTrue(output.out().contains("answered one request: status 404"), output.out());
            assertTrue(output.out().contains("this is what would be measured"), output.out());
        }
    }

    @Test
    void doctor_nobodyListens_fails() throws Exception {
        var server = ScriptedServer.answering(ScriptedServer.OK);
        server.close();
        Output output = doctor(server.uri().toString());
        assertEquals(1, output.status(), output.out());
        assertTrue(output.out().contains("  FAILED     cannot reach 127.0.0.1:"), output.out());
    }

    /** Each page is asked for once. */
    @Test
    void doctor_severalPages_asksEach() throws Exception {
        try (var server = ScriptedServer.answering(ScriptedServer.OK)) {
            String url = server.uri().toString();
            Output output = doctor(url, url + "?q=1");
            assertTrue(output.out().contains(url + " answered one request"), output.out());
            assertTrue(output.out().contains(url + "?q=1 answered one request"), output.out());
            assertEquals(2, server.requestCount());
        }
    }

    @Test
    void doctor_wrongOption_isUsage() {
        Output output = doctor("http://127.0.0.1:1/", "-c", "0");
        assertEquals(2, output.status());
        assertTrue(output.err().startsWith("doctor: connections are 1 to 10000"), output.err());
    }

    private static Output doctor(String... arguments) {
        return Output.of("doctor", arguments);
    }
}
