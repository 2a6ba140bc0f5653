package org.pagerace.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsSourceTest {
    private final Map<String, String> environment = new HashMap<>();
    private final Properties properties = new Properties();
    private final Map<String, String> params = new HashMap<>();
    private final Map<String, String> attributes = new HashMap<>();

    @TempDir
    private Path folder;

    private SettingsSource source() {
        return SettingsSource.standard(
                environment,
                properties,
                List.of(
                        new SettingsSource.Layer("context-param", params::get),
                        new SettingsSource.Layer("context attribute", attributes::get)));
    }

    private Settings read() {
        return Settings.read(source());
    }

    @Test
    void read_nothingSet_isTheDefaults() {
        var limits = new PoolSettings(10, 4096, Duration.ofSeconds(10), Duration.ofSeconds(2));
        assertEquals(new Settings(Optional.empty(), false, limits, InfoAccess.ANY, Optional.empty(), false), read());
    }

    @Test
    void read_wrongSettingWithoutDatabase_isToldAsWell() {
        environment.put("PAGERACE_DATABASE_POOL_SIZE", "abc");
        assertMessage("pagerace.database.pool-size=abc (from environment): must be a whole number from 1 to 1000");
    }

    @Test
    void read_onlyUrl_hasTheUserOfThePhpPages() {
        environment.put("PAGERACE_DATABASE_URL", "jdbc:mysql://127.0.0.1:3307/bench");
        DatabaseSettings database = read().database().orElseThrow();
        assertEquals("bench", database.user());
        assertEquals("bench", database.password().value());
        assertTrue(read().urlSet());
    }

    @Test
    void read_strongerLayerSaysNone_isWithoutDatabase() {
        environment.put("PAGERACE_DATABASE_URL", "jdbc:mysql://127.0.0.1:3307/bench");
        attributes.put(Keys.URL, "none");
        assertEquals(Optional.empty(), read().database());
        assertTrue(read().urlSet(), "so that a DataSource of the container does not count either");
    }

    @Test
    void find_severalLayers_theStrongestWins() throws IOException {
        Path file = Files.writeString(folder.resolve("p.conf"), "# ours\n\npagerace.database.user = from file\n");
        environment.put("PAGERACE_CONFIG", file.toString());
        assertEquals("from file", source().text(Keys.USER, ""));
        environment.put("PAGERACE_DATABASE_USER", "from environment");
        assertEquals("from environment", source().text(Keys.USER, ""));
        properties.setProperty(Keys.USER, "from property");
        assertEquals("from property", source().text(Keys.USER, ""));
        params.put(Keys.USER, "from param");
        assertEquals("from param", source().text(Keys.USER, ""));
        attributes.put(Keys.USER, "from attribute");
        assertEquals("from attribute", source().text(Keys.USER, ""));
    }

    @Test
    void find_emptyValue_countsAsNone() {
        environment.put("PAGERACE_DATABASE_USER", "somebody");
        properties.setProperty(Keys.USER, " ");
        assertEquals("somebody", source().text(Keys.USER, ""));
    }

    @Test
    void read_wrongValue_namesKeyValueSourceAndRemedy() {
        environment.put("PAGERACE_INFO_ACCESS", "everybody");
        assertMessage("pagerace.info.access=everybody (from environment): must be one of any, local, off");
    }

    @Test
    void read_localClient_isOneAddress() {
        environment.put("PAGERACE_LOCAL_CLIENT", "192.168.33.6");
        assertEquals(Optional.of("192.168.33.6"), read().localClient());
        environment.put("PAGERACE_LOCAL_CLIENT", "fd00::6");
        assertEquals(Optional.of("fd00::6"), read().localClient());
        for (String wrong : List.of("localhost", "10.0.0.0/8", "10.0.0", "abc", "10.0.0.1,10.0.0.2")) {
            environment.put("PAGERACE_LOCAL_CLIENT", wrong);
            assertMessage("pagerace.local-client=" + wrong + " (from environment): must be one address as digits,"
                    + " such as 192.168.1.2; names and networks are not taken");
        }
    }

    @Test
    void read_wrongNumberOrDuration_namesTheRange() {
        environment.put("PAGERACE_DATABASE_URL", "jdbc:mysql://127.0.0.1/bench");
        properties.setProperty(Keys.POOL_SIZE, "0");
        assertMessage("pagerace.database.pool-size=0 (from system property): must be a whole number from 1 to 1000");
        properties.setProperty(Keys.POOL_SIZE, "4");
        params.put(Keys.QUEUE_TIMEOUT, "5");
        assertMessage("pagerace.database.queue-timeout=5 (from context-param): must be a duration such as 500ms or 5s,"
                + " from 0ms to 60000ms");
        params.put(Keys.QUEUE_TIMEOUT, "300ms");
        attributes.put(Keys.CONNECTION_TIMEOUT, "100ms");
        assertMessage("pagerace.database.connection-timeout=100ms (from context attribute): must be a duration such as"
                + " 500ms or 5s, from 250ms to 60000ms");
        attributes.put(Keys.CONNECTION_TIMEOUT, "1s");
        assertEquals(Duration.ofMillis(300), read().pool().queueTimeout());
    }

    private void assertMessage(String expected) {
        assertEquals(expected, assertThrows(ConfigException.class, this::read).getMessage());
    }

    @Test
    void read_passwordAsSystemProperty_isRefusedWithoutTellingIt() {
        properties.setProperty(Keys.PASSWORD, "s3cret");
        String message = assertThrows(ConfigException.class, this::read).getMessage();
        assertFalse(message.contains("s3cret"));
        assertTrue(message.contains("PAGERACE_DATABASE_PASSWORD") && message.contains(Keys.PASSWORD_FILE), message);
    }

    @Test
    void read_passwordFile_isItsFirstLine() throws IOException {
        useUrlAndPasswordFile("rw-------");
        assertEquals("s3cret", read().database().orElseThrow().password().value());
    }

    @Test
    void read_passwordFileForOthers_isRefused() throws IOException {
        useUrlAndPasswordFile("rw-r--r--");
        String message = assertThrows(ConfigException.class, this::read).getMessage();
        assertTrue(message.endsWith("others may use this file; run chmod 600 on it"), message);
        assertFalse(message.contains("s3cret"));
    }

    @Test
    void read_passwordFileMissing_namesIt() {
        environment.put("PAGERACE_DATABASE_URL", "jdbc:mysql://127.0.0.1/bench");
        properties.setProperty(Keys.PASSWORD_FILE, folder.resolve("none").toString());
        String message = assertThrows(ConfigException.class, this::read).getMessage();
        assertTrue(message.contains("none (from system property): cannot read this file"), message);
    }

    @Test
    void read_passwordAndFile_theStrongerLayerWins() throws IOException {
        useUrlAndPasswordFile("rw-------");
        attributes.put(Keys.PASSWORD, "from attribute");
        assertEquals(
                "from attribute", read().database().orElseThrow().password().value());
    }

    @Test
    void read_passwordAndFileInOneLayer_isRefused() throws IOException {
        useUrlAndPasswordFile("rw-------");
        environment.put("PAGERACE_DATABASE_PASSWORD", "another");
        assertMessage("pagerace.database.password and pagerace.database.password-file are both set in environment;"
                + " set one of them");
    }

    private void useUrlAndPasswordFile(String mode) throws IOException {
        Path file = Files.writeString(folder.resolve("password"), "s3cret\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
        environment.put("PAGERACE_DATABASE_URL", "jdbc:mysql://127.0.0.1/bench");
        environment.put("PAGERACE_DATABASE_PASSWORD_FILE", file.toString());
    }

    @Test
    void toString_anySettings_hidesThePassword() {
        environment.put("PAGERACE_DATABASE_URL", "jdbc:mysql://127.0.0.1/bench?trustCertificateKeyStorePassword=k3y");
        environment.put("PAGERACE_DATABASE_PASSWORD", "s3cret");
        String text = read().toString() + source().find(Keys.PASSWORD);
        assertFalse(text.contains("s3cret") || text.contains("k3y"), text);
    }

    @Test
    void read_wrongUrl_doesNotRepeatItsSecrets() {
        environment.put("PAGERACE_DATABASE_URL", "jdbc:mysql://joe:s3cret@127.0.0.1/bench?password=s3cret");
        String message = assertThrows(ConfigException.class, this::read).getMessage();
        assertFalse(message.contains("s3cret"), message);
        assertTrue(message.startsWith("pagerace.database.url=jdbc:mysql://***@127.0.0.1/bench?*** (from environment)"));
    }

    @Test
    void settingsFile_wrongLines_areNamedByNumber() {
        Path path = Path.of("x.conf");
        assertEquals(
                "x.conf line 2: no '=' in this line; write key = value",
                assertThrows(ConfigException.class, () -> SettingsFile.parse(path, List.of("", "hello")))
                        .getMessage());
        String unknown = assertThrows(
                        ConfigException.class,
                        () -> SettingsFile.parse(path, List.of("# c", "", "pagerace.databse.url = x")))
                .getMessage();
        assertTrue(unknown.startsWith("x.conf line 3: unknown setting pagerace.databse.url; known are "), unknown);
        assertEquals(
                "x.conf line 2: pagerace.info.access stands here for the second time; keep one",
                assertThrows(
                                ConfigException.class,
                                () -> SettingsFile.parse(
                                        path, List.of("pagerace.info.access=any", "pagerace.info.access = off")))
                        .getMessage());
    }

    @Test
    void standard_settingsFileMissing_namesIt() {
        environment.put("PAGERACE_CONFIG", folder.resolve("none.conf").toString());
        String message = assertThrows(ConfigException.class, this::source).getMessage();
        assertTrue(message.startsWith("cannot read the settings file " + folder.resolve("none.conf")), message);
    }
}
