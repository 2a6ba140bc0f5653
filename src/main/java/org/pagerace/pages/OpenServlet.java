package org.pagerace.pages;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
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

    private transient Source source;
    private transient ChannelCopier copier;
    private transient boolean waitsWithoutThread;

    /** Where the page lies. */
    @FunctionalInterface
    private interface Source {
        Opened open() throws IOException;
    }

    /** The page, opened: {@code length} bytes are to come. */
    record Opened(long length, ReadableByteChannel in) implements AutoCloseable {
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
        copier = new ChannelCopier();
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
        FileChannel channel = FileChannel.open(file); // reads
        try {
            return new Opened(channel.size(), channel);
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
        return new Opened(length, Channels.newChannel(in));
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
        try {
            if (waitsWithoutThread) {
                copier.start(page.in(), page.length(), request.startAsync(), response.getOutputStream());
                return;
            }
            copier.copy(page.in(), page.length(), response.getOutputStream());
        } catch (IOException
                | RuntimeException
                | Error e) { // such as a filter of the container without async-supported
            page.close();
            throw e;
        }
        page.close();
    }
}
