package org.pagerace.store;

import com.mysql.cj.jdbc.AbandonedConnectionCleanupThread;
import java.lang.System.Logger.Level;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Collections;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** What JDBC drivers leave behind in the virtual machine, which would keep the class loader of a web application alive. */
public final class Drivers {
    private static final System.Logger LOG = System.getLogger(Drivers.class.getName());

    /** The driver's cleaner; the pool's threads and the watch, which are named after the pool. */
    private static final Pattern OURS = Pattern.compile("mysql-cj-|pagerace");

    private Drivers() {}

    /** Ends the driver's thread and unregisters the drivers of our class loader; call it when all pools are closed. */
    public static void release() {
        AbandonedConnectionCleanupThread.checkedShutdown();
        awaitThreads();
        // Where the container has the same driver, the first look loads our copy as well, which registers itself and is
        // seen by the second look only.
        DriverManager.getDrivers();
        for (Driver driver : Collections.list(DriverManager.getDrivers())) {
            if (driver.getClass().getClassLoader() == Drivers.class.getClassLoader()) {
                try {
                    DriverManager.deregisterDriver(driver);
                } catch (SQLException e) {
                    LOG.log(Level.WARNING, "cannot unregister the JDBC driver", e);
                }
            }
        }
    }

    /** Driver and pool tell their threads to end and do not wait; Tomcat looks at once and would report a leak. */
    private static void awaitThreads() {
        try {
            for (Thread thread : Thread.getAllStackTraces().keySet()) {
                if (thread.getContextClassLoader() == Drivers.class.getClassLoader()
                        && OURS.matcher(thread.getName()).lookingAt()) {
                    thread.join(TimeUnit.SECONDS.toMillis(1));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // whoever wants the end sooner gets it
        }
    }
}
