package org.pagerace.config;

import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Everything the pages can be told.
 *
 * @param database absent when no URL is set or it is {@code none}
 * @param urlSet whether anybody has set one, be it {@code none}: then a DataSource of the container does not count
 * @param localClient an address whose requests count as local, besides those of loopback; for pages that answer only these
 * @param postAsGet whether POST is answered as GET is, its body unread; for {@code ab -p} and the like
 */
public record Settings(
        Optional<DatabaseSettings> database,
        boolean urlSet,
        PoolSettings pool,
        InfoAccess infoAccess,
        Optional<String> localClient,
        boolean postAsGet) {

    private static final Pattern ADDRESS =
            Pattern.compile("(?:\\d{1,3}\\.){3}\\d{1,3}|(?=.*:)[0-9a-f:]{2,39}", Pattern.CASE_INSENSITIVE);

    public Settings {
        Objects.requireNonNull(database, "database");
        Objects.requireNonNull(pool, "pool");
        Objects.requireNonNull(infoAccess, "infoAccess");
        Objects.requireNonNull(localClient, "localClient");
    }

    /**
     * Reads and checks all settings.
     *
     * @throws ConfigException naming key, value, source and remedy of the first one that is wrong
     */
    public static Settings read(SettingsSource source) {
        Optional<SettingsSource.Setting> url = source.find(Keys.URL);
        return new Settings(
                DatabaseSettings.read(source, url.filter(set -> !set.text().equals(Keys.NO_URL))),
                url.isPresent(),
                PoolSettings.read(source),
                source.choice(Keys.INFO_ACCESS, InfoAccess.class, InfoAccess.ANY),
                source.find(Keys.LOCAL_CLIENT).map(setting -> setting.parse(Settings::address)),
                source.flag(Keys.POST_AS_GET, false));
    }

    private static String address(String text) {
        if (!ADDRESS.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "must be one address as digits, such as 192.168.1.2; names and networks are not taken");
        }
        return text;
    }
}
