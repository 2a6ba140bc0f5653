package org.pagerace.pages;

import java.lang.module.ModuleDescriptor;
import java.nio.charset.Charset;
import java.security.Provider;
import java.security.Security;
import java.time.ZoneId;
import java.util.Calendar;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.pagerace.config.InfoAccess;

/** What the platform brings along: modules, libraries, charsets, security services. */
final class PlatformSections {
    /** Fixed when the JVM was built, as such lists are in PHP's binary. */
    private static final List<Charset> CHARSETS =
            List.copyOf(Charset.availableCharsets().values());

    private PlatformSections() {}

    static void modules(InfoWriter out, InfoRequest in) {
        boolean versions = in.application().infoAccess() == InfoAccess.LOCAL;
        out.table("Module", "Version");
        ModuleLayer.boot().modules().stream()
                .map(Module::getDescriptor)
                .sorted(Comparator.comparing(ModuleDescriptor::name))
                .forEach(module -> out.info(
                        Redaction.fact(module.name()),
                        Redaction.versionIf(versions, module.rawVersion().orElse(null))));
        out.endTable();
        out.table("Library", "Version", "Licence");
        for (Library library : in.application().libraries()) {
            out.info(
                    Redaction.fact(library.title()),
                    Redaction.versionIf(versions, library.version()),
                    Redaction.fact(library.licence()));
        }
        out.endTable();
    }

    static void locale(InfoWriter out, InfoRequest in) {
        TimeZone zone = TimeZone.getDefault();
        Calendar calendar = Calendar.getInstance();
        out.table();
        out.info("Default locale", Redaction.fact(Locale.getDefault().toLanguageTag()));
        out.info("Default charset", Redaction.fact(Charset.defaultCharset().name()));
        out.info("Time zone", Redaction.fact(zone.getID()));
        out.info("Offset from UTC in minutes", zone.getRawOffset() / 60_000);
        out.info("Daylight saving time", Redaction.flag(zone.useDaylightTime()));
        out.info("Calendar", Redaction.fact(calendar.getCalendarType()));
        out.info("First day of the week", calendar.getFirstDayOfWeek());
        out.info("Time zones known", ZoneId.getAvailableZoneIds().size());
        out.info("Charsets known", CHARSETS.size());
        out.endTable();
        out.table("Charset", "Aliases");
        for (Charset charset : CHARSETS) {
            out.info(
                    Redaction.fact(charset.name()),
                    Redaction.fact(charset.aliases().stream().sorted().collect(Collectors.joining(", "))));
        }
        out.endTable();
    }

    static void security(InfoWriter out, InfoRequest in) {
        Provider[] providers = Security.getProviders();
        out.table("Provider", "Version", "Services");
        for (Provider provider : providers) {
            out.info(
                    Redaction.fact(provider.getName()),
                    Redaction.fact(provider.getVersionStr()),
                    Redaction.number(provider.getServices().size()));
        }
        out.endTable();
        for (Provider provider : providers) {
            // by type, then by algorithm: the provider's own order differs from start to start
            var services = new TreeMap<String, Provider.Service>();
            provider.getServices()
                    .forEach(service -> services.put(service.getType() + " " + service.getAlgorithm(), service));
            out.table(provider.getName(), "Algorithm");
            services.values()
                    .forEach(service ->
                            out.info(Redaction.fact(service.getType()), Redaction.fact(service.getAlgorithm())));
            out.endTable();
        }
    }
}
