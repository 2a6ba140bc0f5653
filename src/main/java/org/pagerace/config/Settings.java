package org.pagerace.config;

import java.util.Objects;
import java.util.Optional;

/**
 * Everything the pages can be told.
 *
 * @param database absent when no URL is set or it is {@code none}: {@code /db} then answers 503
 */
public record Settings(Optional<DatabaseSettings> database, InfoAccess infoAccess) {

    public Settings {
        Objects.requireNonNull(database, "database");
        Objects.requireNonNull(infoAccess, "infoAccess");
    }

    /**
     * Reads and checks all settings.
     *
     * @throws ConfigException naming key, value, source and remedy of the first one that is wrong
     */
    public static Settings read(SettingsSource source) {
        return new Settings(
                DatabaseSettings.read(
                        source, source.find(Keys.URL).filter(url -> !url.text().equals(Keys.NO_URL))),
                source.choice(Keys.INFO_ACCESS, InfoAccess.class, InfoAccess.ANY));
    }
}
