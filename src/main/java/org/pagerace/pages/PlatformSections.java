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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pagerace.config.InfoAccess;

/** What the platform brings along: modules, libraries, charsets, security services. */
final class PlatformSections {
    private static final FixedTable MODULES = modules(false);
    private static final FixedTable MODULES_WITH_VERSIONS = modules(true);

    private static final FixedTable CHARSETS = new FixedTable(
            List.of("Charset", "Aliases"),
            Charset.availableCharsets().values().stream() // sorted by name
                    .map(charset -> List.of(Redaction.fact(charset.name()), Redaction.fact(aliases(charset)))));

    private static final int TIME_ZONES = ZoneId.getAvailableZoneIds().size();

    private static volatile Known security = known(Security.getProviders());

    /** The providers in the order they are asked, then the services of each; made anew when one comes or goes. */
    private record Known(List<Provider> providers, List<FixedTable> tables) {
        /** By identity: each is a large map, and to compare their content would cost more than the page. */
        @SuppressWarnings("ReferenceEquality")
        boolean isStill(Provider[] now) {
            boolean same = now.length == providers.size();
            for (int i = 0; same && i < now.length; i++) {
                same = now[i] == providers.get(i);
            }
            return same;
        }
    }

    private PlatformSections() {}

    private static FixedTable modules(boolean versions) {
        return new FixedTable(
                List.of("Module", "Version"),
                ModuleLayer.boot().modules().stream()
                        .map(Module::getDescriptor)
                        .sorted(Comparator.comparing(ModuleDescriptor::name))
                        .map(module -> List.of(
                                Redaction.fact(module.name()),
                                Redaction.versionIf(
                                        versions, module.rawVersion().orElse(null)))));
    }

    private static String aliases(Charset charset) {
        return charset.aliases().stream().sorted().collect(Collectors.joining(", "));
    }

    private static Known known(Provider[] providers) {
        return new Known(
                List.of(providers),
                Stream.concat(
                                Stream.of(providers(providers)),
                                Stream.of(providers).map(PlatformSections::services))
                        .toList());
    }

    private static FixedTable providers(Provider[] providers) {
        return new FixedTable(
                List.of("Provider", "Version", "Services"),
                Stream.of(providers)
                        .map(provider -> List.of(
                                Redaction.fact(provider.getName()),
                                Redaction.fact(provider.getVersionStr()),
                                Redaction.number(provider.getServices().size()))));
    }

    private static FixedTable services(Provider provider) {
        return new FixedTable(
                List.of(provider.getName(), "Algorithm"),
                provider.getServices().stream() // whose order differs from start to start
                        .sorted(Comparator.comparing(Provider.Service::getType)
                                .thenComparing(Provider.Service::getAlgorithm))
                        .map(service ->
                                List.of(Redaction.fact(service.getType()), Redaction.fact(service.getAlgorithm()))));
    }

    static void modules(InfoWriter out, InfoRequest in) {
        boolean versions = in.application().infoAccess() == InfoAccess.LOCAL;
        (versions ? MODULES_WITH_VERSIONS : MODULES).write(out);
        out.table("Library", "Version", "Licence");
        for (Library library : in.application().libraries()) {
            out.info(
                    Redaction.fact(library.title()),
                    Redaction.versionIf(versions, library.version()),
                    Redaction.fact(library.licence()));
        }
        if (in.application().libraries().isEmpty()) {
            out.none(3);
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
        out.info("Time zones known", TIME_ZONES);
        out.info("Charsets known", CHARSETS.size());
        out.endTable();
        CHARSETS.write(out);
    }

    static void security(InfoWriter out, InfoRequest in) {
        Provider[] now = Security.getProviders();
        Known known = security;
        if (!known.isStill(now)) {
            known = known(now);
            security = known;
        }
        known.tables().forEach(table -> table.write(out));
    }
}
