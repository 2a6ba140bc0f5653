package org.pagerace.stacks;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Asks php-fpm for one script without a web server between (FastCGI specification 1.0, sections 3 to 5). */
final class FastCgi {
    private static final int BEGIN_REQUEST = 1;
    private static final int END_REQUEST = 3;
    private static final int PARAMS = 4;
    private static final int STDIN = 5;
    private static final int STDOUT = 6;

    private FastCgi() {}

    /** Returns headers and body; {@code where} is the path of a unix socket, or host:port. */
    static String get(String where, String script) throws IOException {
        try (SocketChannel channel = SocketChannel.open(address(where))) {
            var request = new ByteArrayOutputStream();
            record(request, BEGIN_REQUEST, new byte[] {0, 1, 0, 0, 0, 0, 0, 0}); // role: responder
            var params = new ByteArrayOutputStream();
            for (Map.Entry<String, String> param : Map.of(
                            "SCRIPT_NAME",
                            script,
                            "SCRIPT_FILENAME",
                            script,
                            "QUERY_STRING",
                            "",
                            "REQUEST_METHOD",
                            "GET")
                    .entrySet()) {
                params.write(param.getKey().length());
                params.write(param.getValue().length());
                params.writeBytes(bytes(param.getKey()));
                params.writeBytes(bytes(param.getValue()));
            }
            record(request, PARAMS, params.toByteArray());
            record(request, PARAMS, new byte[0]);
            record(request, STDIN, new byte[0]);
            channel.write(ByteBuffer.wrap(request.toByteArray()));
            return answer(new DataInputStream(Channels.newInputStream(channel)));
        }
    }

    private static SocketAddress address(String where) {
        if (where.startsWith("/")) {
            return UnixDomainSocketAddress.of(where);
        }
        String[] parts = where.split(":", 2);
        return new InetSocketAddress(parts[0], Integer.parseInt(parts[1]));
    }

    private static void record(ByteArrayOutputStream out, int type, byte[] content) {
        out.writeBytes(new byte[] {1, (byte) type, 0, 1, (byte) (content.length >> 8), (byte) content.length, 0, 0});
        out.writeBytes(content);
    }

    private static String answer(DataInputStream in) throws IOException {
        var stdout = new StringBuilder();
        while (true) {
            byte[] header = in.readNBytes(8);
            int length = (header[4] & 0xFF) << 8 | header[5] & 0xFF;
            byte[] content = in.readNBytes(length);
            in.readNBytes(header[6] & 0xFF);
            if (header[1] == STDOUT) {
                stdout.append(new String(content, StandardCharsets.UTF_8));
            } else if (header[1] == END_REQUEST) {
                return stdout.toString();
            }
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
