package org.pagerace.pages;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.pagerace.config.Settings;
import org.pagerace.config.SettingsSource;
import org.pagerace.store.ContainerDataSource;
import org.pagerace.store.Database;
import org.pagerace.store.Drivers;

/** Reads the settings and opens the database when the application starts; closes and tidies up when it ends. */
public final class AppContextListener implements ServletContextListener {
    /** For what a container's thread needs to write an error. */
    private static final Duration ANSWERED_WITHIN = Duration.ofSeconds(2);

    private final WaitingRequests waiting = new WaitingRequests();
    private Optional<Database> database = Optional.empty();

    @Override
    public void contextInitialized(ServletContextEvent event) {
        ServletContext context = event.getServletContext();
        Settings settings = Settings.read(SettingsSource.standard(
                System.getenv(),
                System.getProperties(),
                List.of(
                        new SettingsSource.Layer("context-param", context::getInitParameter),
                        new SettingsSource.Layer(
                                "context attribute",
                                // only strings: other loaders may have left other things here
                                key -> context.getAttribute(key) instanceof String text ? text : null))));
        List<Library> libraries = Library.of(context);
        Build build = Build.read();
        database = open(settings); // last: nothing that fails is to leave it open
        new Application(
                        settings.infoAccess(),
                        settings.localClient(),
                        settings.postAsGet(),
                        database,
                        waiting,
                        libraries,
                        build,
                        new SystemFigures(System::nanoTime),
                        Instant.now())
                .storeIn(context);
    }

    private static Optional<Database> open(Settings settings) {
        return settings.urlSet()
                ? settings.database().map(database -> Database.open(database, settings.pool()))
                : ContainerDataSource.find().map(source -> Database.open(source, settings.pool()));
    }

    @Override
    public void contextDestroyed(ServletContextEvent event) {
        database.ifPresent(Database::close);
        try {
            waiting.awaitNone(ANSWERED_WITHIN); // they need our classes
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // whoever wants the end sooner gets it
        }
        Drivers.release();
    }
}
