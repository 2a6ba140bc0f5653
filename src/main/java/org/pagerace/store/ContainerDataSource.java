package org.pagerace.store;

import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import javax.naming.InitialContext;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.naming.NoInitialContextException;
import javax.sql.DataSource;

/** Finds the DataSource that an administrator has bound for the pages in the container. */
public final class ContainerDataSource {

    /*
     * The names by which containers show one that web.xml does not ask for: Tomcat in the application's own context,
     * Jetty and Payara in the server's, WildFly in its Java one. web.xml asks for none, because some containers refuse
     * to deploy an application that asks in vain.
     */
    private static final List<String> NAMES =
            List.of("java:comp/env/jdbc/pagerace", "jdbc/pagerace", "java:/jdbc/pagerace");

    private static final System.Logger LOG = System.getLogger(ContainerDataSource.class.getName());

    private ContainerDataSource() {}

    /** Returns the first one bound; what is bound but cannot be used is logged, and counts as absent. */
    public static Optional<DataSource> find() {
        return NAMES.stream().flatMap(name -> lookUp(name).stream()).findFirst();
    }

    @SuppressWarnings("BanJNDI") // the names are ours, not those of a request
    private static Optional<DataSource> lookUp(String name) {
        try {
            Object found = InitialContext.doLookup(name);
            if (found instanceof DataSource source) {
                LOG.log(Level.INFO, "database: the container''s DataSource {0}", name);
                return Optional.of(source);
            }
            LOG.log(Level.WARNING, "{0} in the container is no javax.sql.DataSource, so it is not used", name);
        } catch (NameNotFoundException | NoInitialContextException e) {
            LOG.log(Level.DEBUG, "no DataSource {0}: {1}", name, e.getMessage());
        } catch (NamingException e) {
            LOG.log(Level.WARNING, "the container''s DataSource {0} cannot be used: {1}", name, Failure.reason(e));
        }
        return Optional.empty();
    }
}
