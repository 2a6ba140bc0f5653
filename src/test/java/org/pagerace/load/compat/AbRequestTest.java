package org.pagerace.load.compat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is expected was recorded from the sockets of ab 2.3. */
class AbRequestTest {
    private static String request(String... arguments) throws EarlyExit {
        byte[] bytes = AbRequest.bytes(AbArguments.parse(List.of(arguments)));
        return new String(bytes, StandardCharsets.ISO_8859_1).replace("\r\n", "\n");
    }

    @Test
    void bytes_plain_areFourLines() throws EarlyExit {
        assertEquals("""
                GET /ok HTTP/1.0
                Host: 127.0.0.1:8080
                User-Agent: ApacheBench/2.3
                Accept: */*

                """, request("http://127.0.0.1:8080/ok"));
    }

    /** Of two cookies the last one wins; -H replaces User-Agent whatever its case. */
    @Test
    void bytes_headersOfAllKinds_keepTheirOrder() throws EarlyExit {
        assertEquals(
                """
                GET /dump HTTP/1.0
                Connection: Keep-Alive
                Cookie: c=d
                Authorization: Basic dTpw
                Proxy-Authorization: Basic eDp5
                User-agent:x
                Foo:bar
                Host: h
                Accept: */*

                """,
                request(
                        "-k",
                        "-C",
                        "a=b",
                        "-C",
                        "c=d",
                        "-H",
                        "User-agent:x",
                        "-H",
                        "Foo:bar",
                        "-A",
                        "u:p",
                        "-P",
                        "x:y",
                        "h/dump"));
    }

    @Test
    void bytes_post_hasLengthAndType(@TempDir Path folder) throws EarlyExit, IOException {
        String file = Files.writeString(folder.resolve("body"), "abc").toString();
        assertEquals("""
                POST /dump HTTP/1.0
                Content-length: 3
                Content-type: text/plain
                Host: h:81
                User-Agent: ApacheBench/2.3
                Accept: */*

                abc""", request("-p", file, "h:81/dump"));
    }

    @Test
    void bytes_throughProxy_nameTheWholeUrl() throws EarlyExit {
        assertEquals(
                "GET http://foo.bar/dump HTTP/1.0\nHost:foo\naccept:x\nUser-Agent: ApacheBench/2.3\n\n",
                request("-X", "127.0.0.1:1", "-H", "Host:foo", "-H", "accept:x", "http://foo.bar/dump"));
    }

    @Test
    void bytes_tooLong_isRefused() {
        EarlyExit exit = assertThrows(EarlyExit.class, () -> request("-H", "A: " + "x".repeat(8192), "h/"));
        assertEquals("Request too long\n\n", exit.err());
        assertEquals(1, exit.status());
    }
}
