package org.pagerace.config;

import java.util.Objects;
import java.util.Optional;

/**
 * How the pages reach the database.
 *
 * @param url checked against the allow-list, with our own properties added
 */
public record DatabaseSettings(JdbcUrl url, String user, Secret password) {

    public DatabaseSettings {
        Objects.requireNonNull(url, "url");
        Objects.requireNonNull(user, "user");
        Objects.requireNonNull(password, "password");
    }

    /** Checks the settings without a database as well; only its password is not looked for then. */
    static Optional<DatabaseSettings> read(SettingsSource source, Optional<SettingsSource.Setting> url) {
        boolean keyRetrieval = source.flag(Keys.ALLOW_PUBLIC_KEY_RETRIEVAL, false);
        return url.map(setting -> new DatabaseSettings(
                setting.parse(text -> JdbcUrl.parse(text, keyRetrieval)),
                source.text(Keys.USER, "bench"),
                PasswordSource.read(source)));
    }
}
