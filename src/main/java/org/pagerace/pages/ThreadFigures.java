package org.pagerace.pages;

import jakarta.servlet.ServletContext;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import java.util.Set;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * The threads that answer requests, as far as the container tells of them.
 *
 * @param busy at work on a request just now
 * @param limit the most there can be
 * @param queued requests that wait for one, absent where that is not told
 */
record ThreadFigures(long busy, long limit, Optional<Long> queued) {

    /*
     * Jetty leaves its pool in an attribute of every context. Its classes are hidden from applications, hence the look
     * by reflection at a few public methods; threads that Jetty keeps for itself are not counted. Tomcat tells the same
     * to JMX.
     */

    private static final String JETTY_POOL = "org.eclipse.jetty.server.Executor";
    private static final String TOMCAT_POOLS = "*:type=ThreadPool,name=*";

    static Optional<ThreadFigures> of(ServletContext context) {
        Object pool = context.getAttribute(JETTY_POOL);
        try {
            return pool == null ? ofTomcat() : ofJetty(pool);
        } catch (JMException | ReflectiveOperationException | ClassCastException e) {
            return Optional.empty(); // another kind of pool
        }
    }

    /** Nothing where requests run on virtual threads: those are not limited, and nobody counts them. */
    private static Optional<ThreadFigures> ofJetty(Object pool) throws ReflectiveOperationException {
        if (call(pool, "getVirtualThreadsExecutor") != null) {
            return Optional.empty();
        }
        return Optional.of(new ThreadFigures(
                number(pool, "getUtilizedThreads"),
                number(pool, "getMaxAvailableThreads"),
                Optional.of(number(pool, "getQueueSize"))));
    }

    private static long number(Object pool, String method) throws ReflectiveOperationException {
        return ((Number) call(pool, method)).longValue();
    }

    private static Object call(Object pool, String method) throws ReflectiveOperationException {
        return pool.getClass().getMethod(method).invoke(pool);
    }

    /** Of all connectors together. */
    private static Optional<ThreadFigures> ofTomcat() throws JMException {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        Set<ObjectName> pools = server.queryNames(new ObjectName(TOMCAT_POOLS), null);
        long busy = 0;
        long limit = 0;
        for (ObjectName pool : pools) {
            busy += ((Number) server.getAttribute(pool, "currentThreadsBusy")).longValue();
            limit += ((Number) server.getAttribute(pool, "maxThreads")).longValue();
        }
        return pools.isEmpty() ? Optional.empty() : Optional.of(new ThreadFigures(busy, limit, Optional.empty()));
    }
}
