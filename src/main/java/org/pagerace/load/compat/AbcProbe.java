package org.pagerace.load.compat;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * What a server answered to abc's first request.
 *
 * @param status 0 if the status line could not be read
 * @param compressed whether the body came with a content coding
 * @param text as abc prints it: status line, headers, and the start of a body that begins with two letters
 */
record AbcProbe(int status, boolean compressed, String text) {
    private static final int PATIENCE_MILLIS = 500;
    private static final int LONGEST_LINE = 4095;
    private static final int MOST_LINES = 200;
    private static final int SHOWN_BODY = 40;

    /** @throws IOException if nobody answers within half a second */
    static AbcProbe send(AbcOptions options) throws IOException {
        try (var socket = new Socket()) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.connect(new InetSocketAddress(options.host(), options.portNumber()), PATIENCE_MILLIS);
            socket.getOutputStream().write(options.probe().getBytes(StandardCharsets.ISO_8859_1));
            return read(new BufferedInputStream(socket.getInputStream()));
        }
    }

    static AbcProbe read(InputStream in) throws IOException {
        String line = line(in);
        var text = new StringBuilder("=> ").append(line).append('\n');
        int status = line.matches("HTTP/1\\.\\d+ +\\d{1,3}.*") ? CNumber.atoi(line.substring(line.indexOf(' '))) : 0;
        boolean compressed = false;
        int length = 0;
        for (int i = 0; i < MOST_LINES && status > 0; i++) {
            line = line(in);
            if (line.isEmpty()) {
                break;
            }
            int colon = line.indexOf(':');
            String name = (colon < 0 ? line : line.substring(0, colon)).toLowerCase(Locale.ROOT); // as abc prints them
            text.append("   ")
                    .append(name)
                    .append(colon < 0 ? "" : line.substring(colon))
                    .append('\n');
            if (name.equals("content-length")) {
                length = CNumber.atoi(line.substring(colon + 1));
            }
            compressed |= name.equals("content-encoding");
        }
        byte[] body = in.readNBytes(Math.min(SHOWN_BODY, Math.max(0, length)));
        if (body.length > 1 && isLetter(body[0]) && isLetter(body[1])) {
            text.append("=> ")
                    .append(new String(body, StandardCharsets.ISO_8859_1))
                    .append("...\n");
        }
        return new AbcProbe(status, compressed, text.toString());
    }

    private static boolean isLetter(byte b) {
        return (b >= 'A' && b <= 'Z') || (b >= 'a' && b <= 'z');
    }

    private static String line(InputStream in) throws IOException {
        var line = new StringBuilder();
        for (int b = in.read(); b >= 0 && b != '\n' && line.length() < LONGEST_LINE; b = in.read()) {
            if (b != '\r') {
                line.append((char) b);
            }
        }
        return line.toString();
    }
}
