package org.pagerace.serve;

import java.io.IOException;
import java.net.BindException;
import java.net.URI;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.eclipse.jetty.ee10.servlet.DefaultServlet;
import org.eclipse.jetty.ee10.servlet.ErrorHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.ee10.webapp.Configuration;
import org.eclipse.jetty.ee10.webapp.WebAppConfiguration;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.ee10.webapp.WebInfConfiguration;
import org.eclipse.jetty.ee10.webapp.WebXmlConfiguration;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.server.handler.SizeLimitHandler;
import org.eclipse.jetty.util.ClassMatcher;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.pagerace.config.Home;

/**
 * The pages on an embedded Jetty. Binds its port when it is made, so that a port in use is known before anything slow
 * is done; answers from {@link #start} to {@link #close}.
 */
public final class EmbeddedServer implements AutoCloseable {

    /*
     * The unpacked archive is the base resource: Jetty unpacks nothing, and static files are real files. web.xml says
     * metadata-complete, and only the configurations that read it are in place: nothing is scanned. The pages are
     * loaded by Jetty's own child-first loader from WEB-INF/classes and lib; of WEB-INF/server they see the servlet API
     * alone, as in other containers, where the other jars are on no class path at all.
     *
     * Limits: head and URI together 8 KiB, a body 1 MiB (no page wants any), and 30 s without progress, which a byte now
     * and then is not (SteadyEndPoint). The accept queue is as long as the kernel allows: a thousand clients of a load
     * tool connect at once, and the JDK's default is 50.
     *
     * Stopping has two steps. Jetty's own one sets the idle timeout of every connection to a second, which cuts off a
     * client that reads slowly, and with a longer one would wait as long for connections that are merely kept alive.
     * So the requests in flight come first, with the idle timeout they had, and the rest is left to Jetty.
     */

    private static final int MAX_THREADS = 200;
    private static final int MIN_THREADS = 8;
    private static final int FIRST_WITHOUT_PINNING = 24;
    private static final int ACCEPT_QUEUE = 4096;
    private static final int HEAD_LIMIT_BYTES = 8 << 10;
    private static final long BODY_LIMIT_BYTES = 1 << 20;
    private static final Duration FINISH_WITHIN = Duration.ofSeconds(10);
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(2);

    private final ServeOptions options;
    private final Server server;
    private final ServerConnector connector;
    private final GracefulHandler requests = new GracefulHandler();
    private final WebAppContext context;

    private EmbeddedServer(Home home, ServeOptions options, Path temporary) {
        this.options = options;
        server = new Server(threads());
        connector = new PromptConnector(server, options, new HttpConnectionFactory(httpConfiguration(options)));
        connector.setHost(options.host());
        connector.setPort(options.port());
        connector.setAcceptQueueSize(ACCEPT_QUEUE);
        connector.setIdleTimeout(options.idle().toMillis());
        server.addConnector(connector);
        server.setErrorHandler(new PlainErrors());
        server.setStopTimeout(CLOSE_WITHIN.toMillis());
        context = context(home);
        // Its own would stay behind when the process is killed. A folder in ours, because Jetty removes the one it gets
        // and makes it anew: without our mode and marker.
        context.setTempDirectory(temporary.resolve("jetty").toFile());
        // outermost: new requests during the stop get 503, those in flight are finished
        var limited = new SizeLimitHandler(BODY_LIMIT_BYTES, -1);
        limited.setHandler(context);
        requests.setHandler(new StaticFiles(home.root(), limited));
        server.setHandler(requests);
    }

    /**
     * Where a lock no longer holds up the carrier, requests run on virtual threads: selectors stay on threads of the
     * pool, so a carrier that is held up by a file cannot stop them.
     */
    private static QueuedThreadPool threads() {
        var threads = new QueuedThreadPool(MAX_THREADS, MIN_THREADS);
        threads.setName("http");
        threads.setReservedThreads(0); // nobody takes the place of a selector's thread, which does not block
        if (Runtime.version().feature() >= FIRST_WITHOUT_PINNING) {
            threads.setVirtualThreadsExecutor(VirtualThreads.getDefaultVirtualThreadsExecutor());
        }
        return threads;
    }

    private static HttpConfiguration httpConfiguration(ServeOptions options) {
        var http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setRequestHeaderSize(HEAD_LIMIT_BYTES);
        http.setIdleTimeout(options.idle().toMillis());
        return http;
    }

    private static WebAppContext context(Home home) {
        var context = new WebAppContext();
        context.setContextPath("/");
        context.setBaseResourceAsPath(home.root());
        context.setExtractWAR(false);
        context.setConfigurations(
                new Configuration[] {new WebAppConfiguration(), new WebInfConfiguration(), new WebXmlConfiguration()});
        // Jetty's own defaults refuse TRACE with 403 before the pages can, and say nothing else that is wanted here
        context.setDefaultsDescriptor(null);
        context.addServlet(new ServletHolder("default", DefaultServlet.class), "/");
        context.setThrowUnavailableOnStartupException(true);
        context.addHiddenClassMatcher(new ClassMatcher(launcherJars(home)));
        if (context.getErrorHandler() instanceof ErrorHandler errors) {
            errors.setShowStacks(false);
            errors.setShowCauses(false);
        }
        return context;
    }

    /** The jars that other containers do not have; Jetty hides its own classes itself, and shows the servlet API. */
    private static String[] launcherJars(Home home) {
        try (Stream<Path> jars = Files.list(home.root().resolve("WEB-INF/server"))) {
            return jars.filter(jar -> !jar.getFileName().toString().matches("(jetty|jakarta\\.servlet)-.*"))
                    .map(jar -> jar.toUri().toString())
                    .toArray(String[]::new);
        } catch (IOException e) {
            return new String[0]; // run by an IDE from a class path of its own: then there is nothing to hide
        }
    }

    /**
     * Binds the port; nothing is answered yet.
     *
     * @param temporary an existing folder, in which one for the web application's temporary files is made
     * @throws ServeException if the port is in use or the host is not of this machine
     */
    public static EmbeddedServer bind(Home home, ServeOptions options, Path temporary) throws ServeException {
        var server = new EmbeddedServer(home, options, temporary);
        try {
            server.connector.open();
            return server;
        } catch (IOException | UnresolvedAddressException e) {
            throw server.cannotBind(e);
        }
    }

    private ServeException cannotBind(Exception e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String reason = String.valueOf(root.getMessage());
        String where = options.host() + ":" + options.port();
        if (root instanceof UnresolvedAddressException) {
            return new ServeException("there is no host " + options.host() + "; correct --host", e);
        } else if (root instanceof BindException && reason.contains("in use")) {
            return new ServeException(
                    "cannot listen on " + where + ": the port is in use; choose another with --port, or a free one with"
                            + " --port 0",
                    e);
        } else if (root instanceof BindException && reason.contains("denied")) {
            return new ServeException(
                    "cannot listen on " + where + ": this user may not use so low a port; choose one from 1024 on with"
                            + " --port",
                    e);
        } else if (root instanceof BindException) {
            return new ServeException(
                    "cannot listen on " + where + " (" + reason + "); --host must be an address of this machine", e);
        }
        return new ServeException("cannot listen on " + where + " (" + reason + "); choose another --port", e);
    }

    /**
     * Starts the web application and answers requests.
     *
     * @param attributes its servlet context attributes
     */
    public void start(Map<String, String> attributes) throws ServeException {
        attributes.forEach(context::setAttribute);
        try {
            server.start();
        } catch (Exception e) { // what Jetty and the application's listeners may throw is not declared any closer
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            stop();
            throw new ServeException("the pages cannot start: " + e, e);
        }
    }

    public int port() {
        return connector.getLocalPort();
    }

    /** Returns the address of the root, with a slash at its end; of a wildcard host the one on this machine. */
    public URI base() {
        String host = isWildcard() ? ServeOptions.DEFAULT_HOST : options.host();
        return URI.create("http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port() + "/");
    }

    /** Tells whether it listens on every address of the machine. */
    public boolean isWildcard() {
        return options.host().equals("0.0.0.0") || options.host().equals("::");
    }

    /**
     * Finishes the requests in flight, for ten seconds at most, and ends. An interrupt from before does not cut that
     * short; the flag is set again at the end.
     */
    public void stop() {
        boolean interrupted = Thread.interrupted();
        try {
            finishRequests();
            server.stop();
            connector.close(); // the port of a server that was bound, but never started
        } catch (Exception e) { // as above; and there is nothing left to do but to go on ending
            interrupted |= e instanceof InterruptedException;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void finishRequests() throws InterruptedException {
        if (!server.isStarted()) {
            return;
        }
        try {
            requests.shutdown().get(FINISH_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            // Whoever has not read its answer by now will not get the rest.
        }
    }

    @Override
    public void close() {
        stop();
    }
}
