package org.pagerace.pages;

import java.lang.module.ModuleDescriptor;
import java.nio.charset.Charset;
import java.security.Provider;
import java.security.Security;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.pagerace.config.InfoAccess;

/** What the platform brings along: modules, libraries, charsets, security services. */
final class PlatformSections {
    /** Names and their aliases: fixed when the JVM was built, as such lists are in PHP's binary. */
    private static final Map<String, String> CHARSETS = Charset.availableCharsets().values().stream()
            .collect(Collectors.toMap(Charset::name, PlatformSections::aliases, (one, other) -> one, TreeMap::new));

    private static final Comparator<Provider.Service> BY_NAME =
            Comparator.comparing(Provider.Service::getType).thenComparing(Provider.Service::getAlgorithm);

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
        CHARSETS.forEach((name, aliases) -> out.info(Redaction.fact(name), Redaction.fact(aliases)));
        out.endTable();
    }

    private static String aliases(Charset charset) {
        return charset.aliases().stream().sorted().collect(Collectors.joining(", "));
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
            var services = new ArrayList<>(provider.getServices());
            services.sort(BY_NAME); // the provider's own order differs from start to start
            out.table(provider.getName(), "Algorithm");
            for (Provider.Service service : services) {
                out.info(Redaction.fact(service.getType()), Redaction.fact(service.getAlgorithm()));
            }
            out.endTable();
        }
    }
}
