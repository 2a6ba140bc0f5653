package org.pagerace.config;

import java.util.Objects;
import java.util.Optional;

/**
 * Everything the pages can be told.
 *
 * @param database absent when no URL is set or it is {@code none}
 * @param urlSet whether anybody has set one, be it {@code none}: then a DataSource of the container does not count
 * @param postAsGet whether POST is answered as GET is, its body unread; for {@code ab -p} and the like
 */
public record Settings(
        Optional<DatabaseSettings> database,
        boolean urlSet,
        PoolSettings pool,
        InfoAccess infoAccess,
        boolean postAsGet) {

    public Settings {
        Objects.requireNonNull(database, "database");
        Objects.requireNonNull(pool, "pool");
        Objects.requireNonNull(infoAccess, "infoAccess");
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
                source.flag(Keys.POST_AS_GET, false));
    }
}
