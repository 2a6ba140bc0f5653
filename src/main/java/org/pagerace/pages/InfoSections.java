package org.pagerace.pages;

import java.util.List;

/** The twenty sections, in the order of the page. */
final class InfoSections {
    static final List<InfoSection> ALL = List.of(
            new InfoSection(InfoSection.GENERAL, "General", InfoSelection.GENERAL, MachineSections::general),
            new InfoSection("container", "Servlet Container", InfoSelection.MODULES, ContainerSections::container),
            new InfoSection("request", "Request", InfoSelection.VARIABLES, RequestSections::request),
            new InfoSection("headers", "Request Headers", InfoSelection.VARIABLES, RequestSections::headers),
            new InfoSection("parameters", "Request Variables", InfoSelection.VARIABLES, RequestSections::parameters),
            new InfoSection("context", "Servlet Context", InfoSelection.CONFIGURATION, ContainerSections::context),
            new InfoSection("environment", "Environment", InfoSelection.ENVIRONMENT, ProcessSections::environment),
            new InfoSection(
                    "properties", "System Properties", InfoSelection.CONFIGURATION, ProcessSections::properties),
            new InfoSection("arguments", "JVM Arguments", InfoSelection.CONFIGURATION, ProcessSections::arguments),
            new InfoSection("memory", "Memory", InfoSelection.MODULES, MachineSections::memory),
            new InfoSection("gc", "Garbage Collectors", InfoSelection.MODULES, MachineSections::gc),
            new InfoSection("threads", "Threads", InfoSelection.MODULES, MachineSections::threads),
            new InfoSection("classes", "Classes and Compiler", InfoSelection.MODULES, MachineSections::classes),
            new InfoSection("modules", "Modules and Libraries", InfoSelection.MODULES, PlatformSections::modules),
            new InfoSection("jdbc", "JDBC", InfoSelection.MODULES, StoreSections::jdbc),
            new InfoSection("pool", "Connection Pool", InfoSelection.MODULES, StoreSections::pool),
            new InfoSection("locale", "Locale and Charsets", InfoSelection.MODULES, PlatformSections::locale),
            new InfoSection("security", "Security Providers", InfoSelection.MODULES, PlatformSections::security),
            new InfoSection("limits", "Limits", InfoSelection.MODULES, MachineSections::limits),
            new InfoSection(
                    "license",
                    "License and Credits",
                    InfoSelection.CREDITS | InfoSelection.LICENSE,
                    LicenseSection::license));

    private InfoSections() {}
}
