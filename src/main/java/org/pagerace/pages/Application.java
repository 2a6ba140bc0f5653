package org.pagerace.pages;

import jakarta.servlet.ServletContext;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.pagerace.config.InfoAccess;
import org.pagerace.store.Database;

/** What the listener made at the start and the servlets use. */
record Application(
        InfoAccess infoAccess,
        Optional<String> localClient,
        boolean postAsGet,
        Optional<Database> database,
        WaitingRequests waiting,
        List<Library> libraries,
        Build build,
        SystemFigures systemFigures,
        Instant started) {

    private static final String ATTRIBUTE = Application.class.getName();

    Application {
        libraries = List.copyOf(libraries);
    }

    static Application of(ServletContext context) {
        if (context.getAttribute(ATTRIBUTE) instanceof Application application) {
            return application;
        }
        throw new IllegalStateException("no " + ATTRIBUTE + "; web.xml must name AppContextListener");
    }

    void storeIn(ServletContext context) {
        context.setAttribute(ATTRIBUTE, this);
    }
}
