package org.pagerace.containers;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.pagerace.pages.Answer;

/** Raw requests over sockets of their own: the JDK's client would tidy an address up before it sends it. */
public record Wire(int port, String contextPath) {
    private static final int LIMIT_MILLIS = 10_000;

    /** Sends one HTTP/1.1 request for an address below the context path, written as it is. */
    Answer send(String method, String target, String... headers) throws IOException {
        var request = new StringBuilder(method + " " + contextPath + target + " HTTP/1.1\r\nHost: localhost\r\n");
        for (String header : headers) {
            request.append(header).append("\r\n");
        }
        return Answer.parse(exchange(request + "Connection: close\r\n\r\n"));
    }

    public Answer get(String target, String... headers) throws IOException {
        return send("GET", target, headers);
    }

    /** Sends the bytes and returns everything until the server closes. */
    public byte[] exchange(String request) throws IOException {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(latin(request));
            return socket.getInputStream().readAllBytes();
        }
    }

    /** Sends the bytes so often over one connection, and returns the answers, each as long as its Content-Length says. */
    public Answer[] series(String request, int count) throws IOException {
        try (Socket socket = connect()) {
            var answers = new Answer[count];
            for (int i = 0; i < answers.length; i++) {
                socket.getOutputStream().write(latin(request));
                answers[i] = one(socket.getInputStream());
            }
            return answers;
        }
    }

    private Socket connect() throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(LIMIT_MILLIS);
        return socket;
    }

    private static Answer one(InputStream in) throws IOException {
        var head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int b = in.read();
            if (b < 0) {
                throw new IOException("closed after: " + head);
            }
            head.append((char) b);
        }
        Answer answer = Answer.parse(latin(head.toString()));
        byte[] body = in.readNBytes(Integer.parseInt(answer.header("Content-Length")));
        return new Answer(answer.status(), answer.headers(), new String(body, StandardCharsets.ISO_8859_1));
    }

    private static byte[] latin(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
