package org.pagerace.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the page may show, rule by rule. */
class RedactionTest {
    private static final String VALUE = "plain value";
    private static final String HIDDEN = "(hidden, 11 chars)";

    /** Rule 1: names are shown, values only where the key is on the list. */
    @ParameterizedTest
    @ValueSource(strings = {"PATH", "HOME", "DB_PASSWORD", "LANGUAGE", "MY_LC_ALL", "lang", "TZDIR", ""})
    void environment_notListed_isHidden(String key) {
        assertHidden(Redaction::environment, key);
    }

    @ParameterizedTest
    @ValueSource(strings = {"LANG", "TZ", "LC_ALL", "LC_CTYPE"})
    void environment_listed_isShown(String key) {
        assertShown(Redaction::environment, key);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.class.path",
                "java.library.path",
                "java.home",
                "java.io.tmpdir",
                "user.name",
                "user.home",
                "user.dir",
                "sun.java.command",
                "javax.net.ssl.trustStorePassword",
                "java.vm.secret",
                "java.vendor.key",
                "pagerace.home",
                "java.version.token",
                "JAVA.VERSION"
            })
    void property_notListed_isHidden(String key) {
        assertHidden(Redaction::property, key);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.version",
                "java.version.date",
                "java.vm.name",
                "java.vendor",
                "java.specification.version",
                "java.class.version",
                "os.name",
                "os.arch",
                "os.version",
                "file.separator",
                "file.encoding",
                "native.encoding",
                "sun.jnu.encoding",
                "user.language",
                "user.country",
                "user.timezone"
            })
    void property_listed_isShown(String key) {
        assertShown(Redaction::property, key);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Cookie", "Authorization", "Proxy-Authorization", "X-Api-Key", "Referer", "X-Host", "Accept-X"})
    void header_notListed_isHidden(String name) {
        assertHidden(Redaction::header, name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Accept",
                "ACCEPT-ENCODING",
                "accept-language",
                "Connection",
                "Host",
                "User-Agent",
                "Range",
                "If-Modified-Since",
                "If-None-Match",
                "Content-Type",
                "Content-Length"
            })
    void header_listed_isShown(String name) {
        assertShown(Redaction::header, name);
    }

    @Test
    void context_keysOfTheDatabase_areHidden() {
        assertHidden(Redaction::context, "pagerace.database.url");
        assertHidden(Redaction::context, "pagerace.database.user");
        assertHidden(Redaction::context, "pagerace.database.password");
        assertHidden(Redaction::context, "pagerace.database.password-file");
        assertShown(Redaction::context, "pagerace.info.access");
        assertEquals(
                "(hidden)",
                Redaction.context("pagerace.info.access", List.of("x")).text());
    }

    @Test
    void clientValue_anything_isHidden() {
        assertEquals(HIDDEN, Redaction.clientValue(VALUE).text());
        assertEquals("(hidden, 0 chars)", Redaction.clientValue("").text());
    }

    @ParameterizedTest
    @CsvSource({
        "-XX:+UseG1GC, true",
        "-XX:-UsePerfData, true",
        "-XX:MaxRAMPercentage=75.0, true",
        "-XX:MaxGCPauseMillis=50, true",
        "-XX:ReservedCodeCacheSize=64m, true",
        "-Xmx512m, true",
        "-Xss1m, true",
        "-Xshare:auto, true",
        "--add-opens=java.base/java.lang=ALL-UNNAMED, true",
        "-XX:HeapDumpPath=/var/tmp, false",
        "-XX:OnError=mail me, false",
        "-XX:SharedArchiveFile=x.jsa, false",
        "-XX:Flags=12/34, false",
        "-Dpassword=1, false",
        "-Xshare:/path, false",
        "-Xmx512m;rm, false",
        "-javaagent:x.jar=secret, false",
        "-Xlog:gc:file=x, false"
    })
    void argument_form_decides(String argument, boolean shown) {
        assertEquals(
                shown ? argument : "(hidden, " + argument.length() + " chars)",
                Redaction.argument(argument).text());
    }

    @Test
    void bytes_size_isReadableAndExact() {
        assertEquals(
                "25276 MB (25276510208 bytes)", Redaction.bytes(25_276_510_208L).text());
    }

    @Test
    void versionIf_notLocal_isHidden() {
        assertEquals("(hidden)", Redaction.versionIf(false, "1.2").text());
        assertEquals("1.2", Redaction.versionIf(true, "1.2").text());
    }

    /** Rule 2: even an allowed value is hidden when it looks like a secret, or like the page scanners look for. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "mysql://joe:pw@host/x",
                "see -----BEGIN RSA PRIVATE KEY-----",
                "Bearer eyJhbGciOiJIUzI1NiJ9",
                "AKIAIOSFODNN7EXAMPLE",
                "ghp_16C7e42F292c6912E7",
                "xoxb-2345-abc",
                "AIzaSyD4kJ2mN8pQ1rS5tU",
                "d41d8cd98f00b204e9800998ecf8427e",
                "Zm9vYmFyQmF6MTIzNDU2Nzg5",
                "550e8400-e29b-41d4-a716-446655440000",
                "PHP Version 8",
                "php extension",
                "phpinfo()"
            })
    void header_allowedButSecretLooking_isHidden(String value) {
        assertEquals(
                "(hidden, " + value.length() + " chars)",
                Redaction.header("User-Agent", value).text());
        assertEquals(
                "(hidden, " + value.length() + " chars)",
                Redaction.fromClient(value).text());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/131.0.0.0",
                "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8",
                "application/x-www-form-urlencoded",
                "application/signed-exchange;v=b3;q=0.7",
                "17.0.15+6-Debian-1deb12u1",
                "21.0.5+11-Ubuntu-1ubuntu122.04",
                "https://jdk.java.net/",
                "Mon, 30 Nov 2026 11:42:08 GMT",
                "localhost:8080"
            })
    void header_ordinaryValues_areShown(String value) {
        assertEquals(value, Redaction.header("Accept", value).text());
    }

    @Test
    void fact_namesOfAlgorithms_areShown() {
        String name = "PBEWithHmacSHA512AndAES_256";
        assertEquals(name, Redaction.fact(name).text());
        assertFalse(Redaction.fact("jdbc:mysql://a:b@c").text().contains("a:b"));
    }

    /** Rule 3: at most 256 characters, no control characters, no halves of a pair. */
    @Test
    void shown_longValue_isCut() {
        assertEquals(
                "x".repeat(256), Redaction.header("Accept", "x".repeat(256)).text());
        assertEquals(
                "x".repeat(256) + "…",
                Redaction.header("Accept", "x".repeat(257)).text());
        String emoji = "x".repeat(255) + "😀😀";
        assertEquals("x".repeat(255) + "…", Redaction.header("Accept", emoji).text());
    }

    /** Rule 5: of a name the client chose, too. */
    @Test
    void fromClient_longName_isCut() {
        assertEquals(
                "n".repeat(256) + "…", Redaction.fromClient("n".repeat(300)).text());
    }

    @Test
    void shown_controlCharacters_areWrittenOut() {
        assertEquals(
                "a\\u000Ab\\u0000c\\u0085",
                Redaction.property("line.separator", "a\nb\0c\u0085").text());
    }

    /** Rule 4: every cell is escaped, the names too. */
    @Test
    void cells_markup_isEscapedInNameAndValue() {
        var writer = new HtmlInfoWriter();
        writer.info(Redaction.fromClient("<n a='1'>"), Redaction.header("Accept", "<v & \"2\">"));
        writer.directive(Redaction.fromClient("<d>"), Redaction.fact(null));
        String page = new String(writer.finish().toByteArray(), StandardCharsets.UTF_8);
        assertTrue(page.contains("<tr><td class=\"e\">&lt;n a=&#039;1&#039;&gt; </td>"
                + "<td class=\"v\">&lt;v &amp; &quot;2&quot;&gt; </td></tr>\n"));
        assertTrue(page.contains("<tr><td class=\"e\">&lt;d&gt;</td><td class=\"v\"><i>no value</i></td></tr>\n"));
    }

    private static void assertHidden(BiFunction<String, String, Shown> rule, String key) {
        assertEquals(HIDDEN, rule.apply(key, VALUE).text());
    }

    private static void assertShown(BiFunction<String, String, Shown> rule, String key) {
        assertEquals(VALUE, rule.apply(key, VALUE).text());
    }
}
