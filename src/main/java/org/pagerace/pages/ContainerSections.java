package org.pagerace.pages;

import jakarta.servlet.Registration;
import jakarta.servlet.ServletContext;
import java.util.Collection;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The container and this application in it. */
final class ContainerSections {
    private ContainerSections() {}

    static void container(InfoWriter out, InfoRequest in) {
        ServletContext context = in.http().getServletContext();
        out.table();
        out.info("Server", Redaction.fact(context.getServerInfo()));
        out.info("Servlet specification", Redaction.fact(context.getMajorVersion() + "." + context.getMinorVersion()));
        out.info(
                "Servlet specification, effective",
                Redaction.fact(context.getEffectiveMajorVersion() + "." + context.getEffectiveMinorVersion()));
        out.info("Context path", Redaction.fact(context.getContextPath()));
        out.info("Virtual server name", Redaction.fact(context.getVirtualServerName()));
        out.info("Session tracking, default", names(context.getDefaultSessionTrackingModes()));
        out.info("Session tracking, effective", names(context.getEffectiveSessionTrackingModes()));
        out.info("Session timeout in minutes", context.getSessionTimeout());
        out.info("Welcome files", Redaction.fact("index.html")); // of web.xml; the API does not tell
        out.endTable();

        out.table("Servlet", "Class", "Mappings");
        new TreeMap<>(context.getServletRegistrations())
                .forEach((name, servlet) -> row(out, servlet, servlet.getMappings()));
        out.endTable();

        Map<String, ? extends jakarta.servlet.FilterRegistration> filters = context.getFilterRegistrations();
        out.table("Filter", "Class", "Mappings");
        if (filters.isEmpty()) {
            out.none(3);
        }
        new TreeMap<>(filters).forEach((name, filter) -> row(out, filter, filter.getUrlPatternMappings()));
        out.endTable();
    }

    private static void row(InfoWriter out, Registration registration, Collection<String> mappings) {
        out.info(
                Redaction.fact(registration.getName()),
                Redaction.fact(registration.getClassName()),
                Redaction.fact(String.join(", ", new TreeSet<>(mappings))));
    }

    private static Shown names(Collection<? extends Enum<?>> constants) {
        return Redaction.fact(constants.stream().map(Enum::name).sorted().collect(Collectors.joining(", ")));
    }

    static void context(InfoWriter out, InfoRequest in) {
        ServletContext context = in.http().getServletContext();
        named(out, "Init Parameter", context.getInitParameterNames(), context::getInitParameter);
        named(out, "Attribute", context.getAttributeNames(), context::getAttribute);
    }

    private static void named(
            InfoWriter out, String header, Enumeration<String> names, Function<String, Object> value) {
        List<String> sorted = Collections.list(names);
        Collections.sort(sorted);
        out.table(header, "Value");
        for (String name : sorted) {
            out.directive(Redaction.fact(name), Redaction.context(name, value.apply(name)));
        }
        if (sorted.isEmpty()) {
            out.none(2);
        }
        out.endTable();
    }
}
