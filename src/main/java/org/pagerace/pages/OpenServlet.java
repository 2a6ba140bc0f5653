package org.pagerace.pages;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * {@code /open}: opens index.html for each request and sends what it reads, as PHP's {@code readfile} does.
 *
 * <p>Nothing is cached but by the operating system, and no part of a request has a say in which file it is. Where the
 * container serves the archive packed there is no file, and each request opens the archive's entry instead.
 */
public final class OpenServlet extends PageServlet {
    private static final long serialVersionUID = 1;

    private static final String NAME = "/index.html";
    private static final int BUFFER_BYTES = 64 * 1024;

    private transient Source source;
    private transient boolean waitsWithoutThread;

    /** Where the page lies. */
    @FunctionalInterface
    private interface Source {
        Opened open() throws IOException;
    }

    /** The page, opened: {@code length} bytes are to come. */
    record Opened(long length, InputStream in) implements AutoCloseable {
        @Override
        public void close() throws IOException {
            in.close();
        }
    }

    /**
     * A few hundred clients that read slowly would hold all threads, where one waits for each. Without, Jetty answers 5 %
     * fewer requests at most (2,800 instead of 2,960 a second on one connection), but Tomcat 11 only a third to three
     * fifths of them (550 instead of 1,600).
     */
    @Override
    public void init() throws ServletException {
        waitsWithoutThread = getServletContext().getServerInfo().startsWith("jetty");
        String path = getServletContext().getRealPath(NAME);
        if (path != null) {
            Path file = Path.of(path);
            source = () -> open(file);
            return;
        }
        try {
            URL resource = getServletContext().getResource(NAME);
            if (resource == null) {
                throw new ServletException("/open has nothing to open: there is no " + NAME + " in the archive");
            }
            source = () -> open(resource);
        } catch (IOException e) {
            throw new ServletException("/open cannot find " + NAME, e);
        }
    }

    private static Opened open(Path file) throws IOException {
        SeekableByteChannel channel = Files.newByteChannel(file);
        try {
            return new Opened(channel.size(), Channels.newInputStream(channel));
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    static Opened open(URL resource) throws IOException {
        URLConnection connection = resource.openConnection();
        connection.setUseCaches(false); // else the archive would stay open
        InputStream in;
        try {
            in = connection.getInputStream();
        } catch (IOException e) {
            if (connection instanceof JarURLConnection archive) {
                archive.getJarFile().close();
            }
            throw e;
        }
        long length = connection.getContentLengthLong();
        if (length < 0) {
            in.close();
            throw new IOException("nobody knows the length of " + resource.getFile());
        }
        return new Opened(length, in);
    }

    @Override
    void answer(HttpServletRequest request, HttpServletResponse response, boolean head) throws IOException {
        Opened page;
        try {
            page = source.open();
        } catch (IOException e) {
            fail(response, e, head);
            return;
        }
        response.setContentType(HTML);
        response.setContentLengthLong(page.length());
        if (head) {
            page.close();
            return;
        }
        var copy = new Copy(page, response.getOutputStream());
        try {
            if (waitsWithoutThread) {
                copy.start(request.startAsync());
                return;
            }
            copy.sendAll();
        } catch (RuntimeException | IOException | Error e) {
            page.close();
            throw e;
        }
        page.close();
    }

    /**
     * Sends a page piece by piece: exactly as many bytes as were promised, or it throws, and then the container cuts the
     * connection. Either on the thread of the request, or, once {@link #start started}, whenever the client can take more,
     * without a thread that waits for that.
     */
    private static final class Copy implements WriteListener, AsyncListener {
        private final Opened page;
        private final ServletOutputStream out;
        private final byte[] buffer = new byte[BUFFER_BYTES];
        private long left;
        private AsyncContext request; // null on the thread of the request

        Copy(Opened page, ServletOutputStream out) {
            this.page = page;
            this.out = out;
            this.left = page.length();
        }

        void sendAll() throws IOException {
            while (left > 0) {
                sendNext();
            }
        }

        private void sendNext() throws IOException {
            int count = page.in().read(buffer, 0, (int) Math.min(BUFFER_BYTES, left));
            if (count < 0) {
                throw new EOFException("index.html became shorter while it was sent");
            }
            out.write(buffer, 0, count);
            left -= count;
        }

        void start(AsyncContext context) {
            request = context;
            request.setTimeout(0); // how long a client may take is the container's affair
            request.addListener(this);
            out.setWriteListener(this);
        }

        @Override
        public void onWritePossible() throws IOException {
            while (out.isReady()) {
                if (left == 0) {
                    request.complete();
                    return;
                }
                sendNext();
            }
        }

        /** The client has gone, or the above has thrown. */
        @Override
        public void onError(Throwable failure) {
            request.complete();
        }

        /** The end of the request, however it came. */
        @Override
        public void onComplete(AsyncEvent event) throws IOException {
            page.close();
        }

        @Override
        public void onTimeout(AsyncEvent event) {}

        @Override
        public void onError(AsyncEvent event) {}

        @Override
        public void onStartAsync(AsyncEvent event) {}
    }
}
