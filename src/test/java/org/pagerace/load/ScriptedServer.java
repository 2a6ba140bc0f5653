package org.pagerace.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLContext;

/** A server on a free loopback port that does to each connection what a test says, right or wrong. */
public final class ScriptedServer implements AutoCloseable {
    /** A whole answer with a body of two bytes. */
    public static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    /** What is done to one connection; runs on a thread of its own, which ends with it. */
    public interface Script {
        void serve(Peer peer) throws IOException;
    }

    private final Acceptor acceptor;
    private final String scheme;
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final AtomicInteger requestCount = new AtomicInteger();

    public ScriptedServer(Script script) throws IOException {
        this(script, ServerSocketFactory.getDefault(), "http", InetAddress.getLoopbackAddress());
    }

    /** As the other one, at this address. */
    public ScriptedServer(InetAddress address, Script script) throws IOException {
        this(script, ServerSocketFactory.getDefault(), "http", address);
    }

    private ScriptedServer(Script script, ServerSocketFactory factory, String scheme, InetAddress address)
            throws IOException {
        this.scheme = scheme;
        this.acceptor =
                new Acceptor(factory.createServerSocket(0, 1000, address), socket -> script.serve(new Peer(socket)));
    }

    /** As the other one, over TLS. */
    public static ScriptedServer secured(SSLContext context, Script script) throws IOException {
        return new ScriptedServer(script, context.getServerSocketFactory(), "https", InetAddress.getLoopbackAddress());
    }

    /** Answers every request on every connection with this text. */
    public static ScriptedServer answering(String answer) throws IOException {
        return new ScriptedServer(peer -> {
            while (peer.request()) {
                peer.send(answer);
            }
        });
    }

    public URI uri() {
        String host = acceptor.address().getHostAddress();
        return URI.create(
                scheme + "://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + acceptor.port() + "/page");
    }

    /** Returns how many whole requests have come. */
    public int requestCount() {
        return requestCount.get();
    }

    /** Returns how many connections have come. */
    public int connectionCount() {
        return acceptor.connectionCount();
    }

    /** Returns the text of the first request; there must have been one. */
    public String firstRequest() {
        return requests.get(0);
    }

    /** Returns the heads of the requests, the first thousand at most, in no certain order among connections. */
    public List<String> requests() {
        return requests;
    }

    /** Refuses all further connections; those that stand go on. */
    public void stopListening() throws IOException {
        acceptor.stopListening();
    }

    @Override
    public void close() throws IOException {
        acceptor.close();
    }

    /** The client at the other end. */
    public final class Peer {
        private final Socket socket;
        private final InputStream in;

        private Peer(Socket socket) throws IOException {
            this.socket = socket;
            this.in = new BufferedInputStream(socket.getInputStream());
        }

        /** Reads the head of a request; returns false if the client has closed instead. */
        public boolean request() throws IOException {
            var text = new StringBuilder();
            while (text.length() < 4 || !text.substring(text.length() - 4).equals("\r\n\r\n")) {
                int b = in.read();
                if (b < 0) {
                    return false;
                }
                text.append((char) b);
            }
            if (requestCount.getAndIncrement() < 1000) {
                requests.add(text.toString());
            }
            return true;
        }

        /** Reads so many bytes of a request's body; returns them as Latin-1. */
        public String body(int length) throws IOException {
            return new String(in.readNBytes(length), ISO_8859_1);
        }

        /** Returns the socket, for what only it can tell. */
        public Socket socket() {
            return socket;
        }

        public void send(String text) throws IOException {
            socket.getOutputStream().write(text.getBytes(ISO_8859_1));
        }

        /** Ends the connection with RST. */
        public void reset() throws IOException {
            socket.setSoLinger(true, 0);
            socket.close();
        }

        /** Says nothing until the client closes. */
        public void hang() throws IOException {
            while (in.read() >= 0) {
                // a byte nobody waits for
            }
        }
    }
}
