package org.pagerace.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Optional;
import java.util.Set;

/** The database password: given itself, or in a file that only its owner can read. */
public final class PasswordSource {
    private PasswordSource() {}

    static Secret read(SettingsSource source) {
        Optional<SettingsSource.Setting> password = source.find(Keys.PASSWORD);
        Optional<SettingsSource.Setting> file = source.find(Keys.PASSWORD_FILE);
        if (password.isPresent() && file.isPresent()) {
            int order = Integer.compare(password.get().rank(), file.get().rank());
            if (order == 0) {
                throw new ConfigException(Keys.PASSWORD + " and " + Keys.PASSWORD_FILE + " are both set in "
                        + file.get().source() + "; set one of them");
            }
            return order > 0 ? new Secret(password.get().text()) : fromFile(file.get());
        }
        if (file.isPresent()) {
            return fromFile(file.get());
        }
        // like the PHP pages, which take 'bench' where PAGERACE_DB_PASSWORD is unset
        return new Secret(password.map(SettingsSource.Setting::text).orElse("bench"));
    }

    private static Secret fromFile(SettingsSource.Setting setting) {
        try {
            return fromFile(Path.of(setting.text()));
        } catch (ConfigException e) {
            throw setting.wrong(e.getMessage(), e);
        }
    }

    /**
     * Returns the first line of a file.
     *
     * @throws ConfigException if it cannot be read, or others than its owner may use it; the message leaves it to the
     *     caller to name the file and where its name came from
     */
    public static Secret fromFile(Path file) {
        try {
            if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                Set<PosixFilePermission> open = Files.getPosixFilePermissions(file);
                open.removeIf(permission -> permission.name().startsWith("OWNER"));
                if (!open.isEmpty()) {
                    throw new ConfigException("others may use this file; run chmod 600 on it");
                }
            }
            // an editor ends the line; the password is what stands before
            return new Secret(Files.readString(file, StandardCharsets.UTF_8)
                    .lines()
                    .findFirst()
                    .orElse(""));
        } catch (IOException e) {
            throw new ConfigException(
                    "cannot read this file (" + Reason.of(e, file) + "); name one that this user can read", e);
        }
    }
}
