package org.pagerace.pages;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server of the MySQL protocol that does what its script says, for servers that are hard to come by. */
final class ScriptedMySql implements AutoCloseable {

    /*
     * Each packet is 3 bytes of length, 1 of sequence, then the payload [1]. The server greets [2], the client answers
     * with user and scramble [3]; OK [4], or a demand for more [5]. Then come commands: COM_QUERY [6] is answered here
     * if it selects variables, with columns and one row as text [7], else with OK.
     *
     * MySQL Source Code Documentation, "Client/Server Protocol":
     * [1] page_protocol_basic_packets [2] page_protocol_connection_phase_packets_protocol_handshake_v10
     * [3] ..._protocol_handshake_response [4] page_protocol_basic_ok_packet
     * [5] page_caching_sha2_authentication_exchanges, ..._protocol_auth_switch_request
     * [6] page_protocol_com_query [7] page_protocol_com_query_response_text_resultset
     */

    private static final int CAPABILITIES = 0x1 // LONG_PASSWORD
            | 0x4 // LONG_FLAG
            | 0x8 // CONNECT_WITH_DB
            | 0x200 // PROTOCOL_41
            | 0x2000 // TRANSACTIONS
            | 0x8000 // SECURE_CONNECTION
            | 0x80000; // PLUGIN_AUTH; no SSL, no DEPRECATE_EOF
    private static final int UTF8MB4 = 45;
    private static final String NONCE = "abcdefgh" + "ijklmnopqrst";
    private static final Pattern VARIABLE = Pattern.compile("@@(?:session\\.)?(\\w+)");
    private static final int COM_QUIT = 1;
    private static final int COM_QUERY = 3;

    private final Script script;
    private final ServerSocket listener;
    private final ByteArrayOutputStream received = new ByteArrayOutputStream();

    /**
     * What makes this server special.
     *
     * @param version in the greeting
     * @param plugin the way to log in that the greeting names
     * @param demand the payload sent after the client's answer, one char per byte; empty: OK
     * @param variables values of variables; others are empty; one that has the value {@link #UNKNOWN} does not exist
     */
    record Script(String version, String plugin, String demand, Map<String, String> variables) {
        static final String UNKNOWN = "?";
    }

    ScriptedMySql(Script script) throws IOException {
        this.script = script;
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        daemon(this::accept);
    }

    /** The demand to send the password itself, of caching_sha2_password. */
    static String fullAuthentication() {
        return "\u0001\u0004";
    }

    /** The demand to log in by another plugin. */
    static String switchTo(String plugin) {
        return "\u00FE" + plugin + "\0" + NONCE + "\0";
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Returns all bytes of all clients, one char each. */
    String received() {
        synchronized (received) {
            return received.toString(StandardCharsets.ISO_8859_1);
        }
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listener.accept();
                daemon(() -> serve(client));
            }
        } catch (IOException e) {
            // closed
        }
    }

    private void serve(Socket client) {
        try (client) {
            client.setTcpNoDelay(true); // an answer is many small packets
            var in = new DataInputStream(client.getInputStream());
            var wire = new Wire(client.getOutputStream());
            wire.send(greeting());
            wire.sequence = sequenceOf(in) + 1;
            if (!script.demand().isEmpty()) {
                wire.send(new Packet().bytes(script.demand()).done());
                readPayload(in, readHeader(in)); // whatever a careless client would send
                wire.sequence++;
            }
            wire.send(ok());
            while (true) {
                byte[] command = readPayload(in, readHeader(in));
                wire.sequence = 1;
                if (command[0] == COM_QUIT) {
                    return;
                } else if (command[0] == COM_QUERY) {
                    answer(new String(command, 1, command.length - 1, StandardCharsets.UTF_8), wire);
                } else {
                    wire.send(ok());
                }
            }
        } catch (IOException e) {
            // the client has gone
        }
    }

    private byte[] greeting() {
        var packet = new Packet().number(10, 1).text(script.version()).number(7, 4);
        packet.bytes(NONCE.substring(0, 8)).number(0, 1);
        packet.number(CAPABILITIES & 0xFFFF, 2).number(UTF8MB4, 1).number(2, 2).number(CAPABILITIES >>> 16, 2);
        packet.number(NONCE.length() + 1, 1).bytes("\0".repeat(10)).text(NONCE.substring(8));
        return packet.text(script.plugin()).done();
    }

    private static byte[] ok() {
        return new Packet().number(0, 3).number(2, 2).number(0, 2).done();
    }

    private static byte[] endOfRows() {
        return new Packet().number(0xFE, 1).number(0, 2).number(2, 2).done();
    }

    private void answer(String query, Wire wire) throws IOException {
        List<String> names = new ArrayList<>();
        Matcher matcher = VARIABLE.matcher(query);
        while (matcher.find()) {
            names.add(matcher.group(1));
        }
        if (names.isEmpty()) {
            wire.send(ok());
            return;
        }
        for (String name : names) {
            if (Script.UNKNOWN.equals(script.variables().get(name))) {
                wire.send(new Packet()
                        .number(0xFF, 1)
                        .number(1193, 2)
                        .bytes("#HY000Unknown system variable '" + name + "'")
                        .done());
                return;
            }
        }
        wire.send(new Packet().number(names.size(), 1).done());
        for (String name : names) {
            var column = new Packet()
                    .string("def")
                    .string("")
                    .string("")
                    .string("")
                    .string(name)
                    .string("");
            column.number(12, 1)
                    .number(UTF8MB4, 2)
                    .number(255, 4)
                    .number(253, 1)
                    .number(0, 2)
                    .number(0, 3);
            wire.send(column.done());
        }
        wire.send(endOfRows());
        var row = new Packet();
        names.forEach(name -> row.string(script.variables().getOrDefault(name, "")));
        wire.send(row.done());
        wire.send(endOfRows());
    }

    private int sequenceOf(DataInputStream in) throws IOException {
        int header = readHeader(in);
        readPayload(in, header);
        return header >>> 24;
    }

    private static int readHeader(DataInputStream in) throws IOException {
        return Integer.reverseBytes(in.readInt());
    }

    private byte[] readPayload(DataInputStream in, int header) throws IOException {
        byte[] payload = in.readNBytes(header & 0xFFFFFF);
        synchronized (received) {
            received.write(payload);
        }
        return payload;
    }

    private static void daemon(Runnable work) {
        var thread = new Thread(work, "scripted-mysql");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }

    /** Sends payloads as packets. */
    private static final class Wire {
        private final OutputStream out;
        private int sequence;

        Wire(OutputStream out) {
            this.out = out;
        }

        void send(byte[] payload) throws IOException {
            out.write(new Packet()
                    .number(payload.length, 3)
                    .number(sequence++, 1)
                    .bytes(new String(payload, StandardCharsets.ISO_8859_1))
                    .done());
        }
    }

    /** Builds a payload: numbers are little endian. */
    private static final class Packet {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        Packet number(int value, int length) {
            for (int i = 0; i < length; i++) {
                bytes.write(value >>> (8 * i));
            }
            return this;
        }

        Packet bytes(String latin) {
            bytes.writeBytes(latin.getBytes(StandardCharsets.ISO_8859_1));
            return this;
        }

        /** With a NUL at its end. */
        Packet text(String latin) {
            return bytes(latin).number(0, 1);
        }

        /** With its length before it. */
        Packet string(String latin) {
            return number(latin.length(), 1).bytes(latin);
        }

        byte[] done() {
            return bytes.toByteArray();
        }
    }
}
