package org.pagerace.pages;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.lang.management.ThreadMXBean;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.pagerace.config.InfoAccess;
import org.pagerace.store.Database;
import org.pagerace.store.PoolStatus;

/**
 * {@code /status}: figures of this moment as one flat JSON object of whole numbers, for samplers on this machine. A
 * figure that nobody knows is not in it. Asked once a second, so it may ask the JVM what {@code /info} does not.
 */
public final class StatusServlet extends PageServlet {
    private static final long serialVersionUID = 1;

    private static final int USUAL_BYTES = 512;

    private final AtomicLong cpuNanos = new AtomicLong(); // of all answers so far

    private transient Application application;

    @Override
    public void init() {
        application = Application.of(getServletContext());
    }

    @Override
    void answer(HttpServletRequest request, HttpServletResponse response, boolean head) throws IOException {
        if (application.infoAccess() == InfoAccess.OFF) {
            ErrorBody.send(response, HttpServletResponse.SC_NOT_FOUND, head);
            return;
        }
        if (!ClientAddress.isLocal(request, application.localClient())) {
            response.setStatus(HttpServletResponse.SC_FORBIDDEN);
            response.setContentLength(0);
            return;
        }
        ThreadMXBean threadClocks = ManagementFactory.getThreadMXBean();
        boolean hasClock = threadClocks.isCurrentThreadCpuTimeSupported();
        long begin = hasClock ? threadClocks.getCurrentThreadCpuTime() : 0;
        Map<String, Long> figures = new LinkedHashMap<>();
        application.database().map(Database::status).ifPresent(status -> addPool(figures, status));
        ThreadFigures.of(getServletContext()).ifPresent(threads -> {
            figures.put("threadsBusy", threads.busy());
            figures.put("threadsLimit", threads.limit());
            threads.queued().ifPresent(queued -> figures.put("threadsQueued", queued));
        });
        addMachine(figures);
        if (hasClock) {
            long used = Math.max(0, threadClocks.getCurrentThreadCpuTime() - begin); // -1 each where it is turned off
            figures.put("statusCpuNanos", cpuNanos.addAndGet(used));
        }
        response.setContentType("application/json");
        response.setHeader("Cache-Control", "no-store");
        send(response, json(figures), head);
    }

    private static void addPool(Map<String, Long> figures, PoolStatus status) {
        status.pool().ifPresent(pool -> figures.put("poolActive", (long) pool.active()));
        figures.put("poolLimit", (long) status.maximum());
        figures.put("poolWaiting", (long) status.waiting());
        figures.put("poolShed", status.shed());
    }

    private static void addMachine(Map<String, Long> figures) {
        CompilationMXBean compiler = ManagementFactory.getCompilationMXBean(); // null with -Xint
        if (compiler != null && compiler.isCompilationTimeMonitoringSupported()) {
            figures.put("compileMillis", compiler.getTotalCompilationTime());
        }
        long count = 0;
        long millis = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            count += Math.max(0, collector.getCollectionCount()); // -1: not known
            millis += Math.max(0, collector.getCollectionTime());
        }
        figures.put("gcCount", count);
        figures.put("gcMillis", millis);
        MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        figures.put("heapUsedBytes", heap.getUsed());
        if (heap.getMax() >= 0) {
            figures.put("heapLimitBytes", heap.getMax());
        }
        figures.put("uptimeMillis", ManagementFactory.getRuntimeMXBean().getUptime());
    }

    private static Html json(Map<String, Long> figures) {
        String members = figures.entrySet().stream()
                .map(figure -> "\"" + figure.getKey() + "\":" + figure.getValue())
                .collect(Collectors.joining(","));
        return new Html(USUAL_BYTES).raw(Html.bytes("{" + members + "}\n"));
    }
}
