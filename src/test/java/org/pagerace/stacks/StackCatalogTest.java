package org.pagerace.stacks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StackCatalogTest {
    private static final String BASE = """
        name: base
        description: a server
        needs: [server]
        install: { apt: [server-light] }
        vars: { children: 10, opcache: 1 }
        facts: { workers: "${children}", server: plain }
        templates: [server.conf]
        processes:
          - name: server
            command: [server, -c, "${run}/server.conf"]
            ready: { http: /index.html, within: 500ms }
            stop: QUIT
        pages: { index: /index.html, info: /info.php }
        """;

    @TempDir
    private Path folder;

    private Path builtIn;
    private Path user;

    @BeforeEach
    void makeFolders() throws IOException {
        builtIn = Files.createDirectory(folder.resolve("stacks"));
        user = Files.createDirectory(folder.resolve("user"));
    }

    @Test
    void load_wholeDescriptor_readsEveryKey() throws Exception {
        write(builtIn, "base.yaml", BASE);
        StackDescriptor stack = load().find("base");
        assertEquals(List.of("server"), stack.needs());
        assertEquals(List.of("server-light"), stack.install().get("apt"));
        assertEquals("10", stack.vars().get("children"));
        assertEquals(Duration.ofMillis(500), stack.processes().get(0).ready().within());
        assertEquals("QUIT", stack.processes().get(0).stop());
        assertEquals(Duration.ofSeconds(5), stack.processes().get(0).stopWithin());
        assertEquals(builtIn.resolve("base.yaml"), stack.source());
    }

    @Test
    void load_extends_mergesVarsAndFactsAndReplacesTheRest() throws Exception {
        write(builtIn, "base.yaml", BASE);
        write(user, "tuned.yaml", """
            name: tuned
            extends: base
            description: more of it
            vars: { children: 32 }
            facts: { server: tuned }
            pages: { index: / }
            """);
        StackDescriptor tuned = load().find("tuned");
        assertEquals("more of it", tuned.description());
        assertEquals("32", tuned.vars().get("children"));
        assertEquals("1", tuned.vars().get("opcache"));
        assertEquals("${children}", tuned.facts().get("workers"));
        assertEquals("tuned", tuned.facts().get("server"));
        assertEquals(1, tuned.pages().size());
        assertEquals("server", tuned.processes().get(0).name());
        assertEquals(List.of(user.resolve("templates"), folder.resolve("templates")), tuned.templateFolders());
    }

    @Test
    void load_unknownKey_namesFileLineColumnAndKnownKeys() throws Exception {
        write(builtIn, "base.yaml", BASE.replace("needs:", "neds:"));
        String message = failure();
        assertTrue(message.startsWith(builtIn.resolve("base.yaml") + ":3:1: unknown key 'neds'"), message);
        assertTrue(message.contains("install, name, needs, pages"), message);
    }

    @Test
    void load_unknownKeyInProcess_namesItsLine() throws Exception {
        write(builtIn, "base.yaml", BASE.replace("stop: QUIT", "signal: QUIT"));
        String message = failure();
        assertTrue(message.contains("base.yaml:12:5: unknown key 'signal'"), message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    within: 500ms             | within: soon     | base.yaml:11:41: 'soon' is not a time
                    name: base                | name: Base!      | the name 'Base!' must have
                    stop: QUIT                | stop: KILL       | must be TERM, QUIT or INT
                    info: /info.php           | info: info.php   | page info is 'info.php', but must start with /
                    http: /index.html,        | ''               | ready needs either
                    opcache: 1                | children: 1      | is given twice
                    opcache: 1                | opcache:         | a value is missing
                    description: a server     | description: [x] | base.yaml:2:14: here must be a text
                    description: a server     | description: "x  | while parsing a block mapping: expected <block end>
                    needs: [server]           | needs: server    | here must be a list
                    facts: {                  | facts: [         | base.yaml:
                    """)
    void load_badValue_saysWhatAndWhere(String from, String to, String expected) throws Exception {
        write(builtIn, "base.yaml", BASE.replace(from, to));
        String message = failure();
        assertTrue(message.contains(expected), message);
        assertTrue(message.startsWith(builtIn.toString()), message);
        assertTrue(!message.matches("(?s).*(\n|; \\^|java|Object).*"), message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            server: plain | server: ''                   | the fact 'server' is '', but must be a value, or a value and
            server: plain | server: (why)                | the fact 'server' is '(why)', but must be
            server: plain | server: off (why             | the fact 'server' is 'off (why', but must be
            server: plain | server: { value: off }       | here must be a text
            server: plain | server:                      | a value is missing
            """)
    void load_factWithoutAValue_saysWhatAFactIs(String from, String to, String expected) throws Exception {
        write(builtIn, "base.yaml", BASE.replace(from, to));
        assertTrue(failure().contains(expected), failure());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            off                                | off
            off (buffered nowhere)             | off
            on (level 2 (of 9), from 1 kB)     | on
            off, buffered                      | off, buffered
            auto (one per core); 10 static     | auto (one per core); 10 static
            auto (one per core) (as shipped)   | auto (one per core)
            sendfile()                         | sendfile()
            (nothing else)                     | ''
            """)
    void factValue_explanationAtTheEnd_doesNotCount(String text, String expected) {
        assertEquals(expected, StackDescriptor.factValue(text));
    }

    @Test
    void load_missingProcesses_saysSo() throws Exception {
        write(builtIn, "x.yaml", "name: x\npages: { index: / }\n");
        assertTrue(failure().endsWith("x.yaml: the processes is missing"), failure());
    }

    @Test
    void load_extendsItself_isRefused() throws Exception {
        write(builtIn, "a.yaml", "name: a\nextends: b\n");
        write(builtIn, "b.yaml", "name: b\nextends: a\n");
        assertTrue(failure().contains("a extends b extends a, which has no end"), failure());
    }

    @Test
    void load_extendsUnknown_listsWhatThereIs() throws Exception {
        write(builtIn, "a.yaml", "name: a\nextends: c\n");
        assertTrue(failure().contains("extends 'c', which is none of a"), failure());
    }

    @Test
    void load_nameTakenByBuiltIn_namesBothFiles() throws Exception {
        write(builtIn, "base.yaml", BASE);
        write(user, "mine.yaml", BASE);
        StackCatalog catalog = load();
        assertEquals(builtIn.resolve("base.yaml"), catalog.find("base").source());
        String message = catalog.problems().get(0);
        assertTrue(message.startsWith(user.resolve("mine.yaml").toString()), message);
        assertTrue(message.contains(builtIn.resolve("base.yaml").toString()), message);
    }

    @Test
    void load_brokenFileOfTheUser_blocksOnlyItsOwnStack() throws Exception {
        write(builtIn, "base.yaml", BASE);
        write(user, "bad.yaml", "name: bad\nport: 80\n");
        write(user, "child.yaml", "name: child-of-bad\nextends: bad\n");
        write(user, "good.yaml", "name: good\nextends: base\n");
        StackCatalog catalog = load();
        assertEquals(
                List.of("base", "good"),
                catalog.all().stream().map(StackDescriptor::name).toList());
        assertEquals(2, catalog.problems().size());
        var e = assertThrows(StackException.class, () -> catalog.find("bad"));
        assertTrue(e.getMessage().startsWith(user.resolve("bad.yaml") + ":2:1: unknown key 'port'"), e.getMessage());
        assertThrows(StackException.class, () -> catalog.find("child-of-bad"));
    }

    @Test
    void find_unknownName_listsAll() throws Exception {
        write(builtIn, "base.yaml", BASE);
        StackCatalog catalog = load();
        var e = assertThrows(StackException.class, () -> catalog.find("iis"));
        assertEquals("there is no stack 'iis', only base", e.getMessage());
    }

    @Test
    void load_builtInStacks_areThirteenAndWhole() throws Exception {
        StackCatalog catalog = builtIn();
        assertEquals(
                List.of(
                        "apache-event-fpm",
                        "apache-modphp",
                        "apache-worker-fpm",
                        "jetty",
                        "jetty-base",
                        "lighttpd-apache",
                        "lighttpd-fpm",
                        "lighttpd-fpm-tuned",
                        "nginx-apache",
                        "nginx-fpm",
                        "nginx-fpm-tcp",
                        "nginx-fpm-tuned",
                        "tomcat"),
                catalog.all().stream().map(StackDescriptor::name).sorted().toList());
        for (StackDescriptor stack : catalog.all()) {
            assertEquals(
                    List.of("index", "jquery", "info", "db", "open", "testing", "welcome", "portal"),
                    List.copyOf(stack.pages().keySet()));
            assertEquals(
                    List.copyOf(ExternalStack.FACTS.keySet()),
                    List.copyOf(stack.facts().keySet()),
                    "the fairness sheet compares the same lines");
            assertFalse(stack.status().isEmpty(), stack.name() + " tells samplers nothing");
            for (String template : stack.templates()) {
                Template.read(template, stack.templateFolders());
            }
        }
    }

    @Test
    void load_stackOfTheDocs_isWholeAndTellsWhatTheBuiltInOnesTell() throws Exception {
        Path file = DocumentedStack.write(folder);
        StackCatalog catalog = StackCatalog.load(Path.of("src/main/php/stacks"), Optional.empty(), List.of(file));
        StackDescriptor caddy = catalog.find("caddy-fpm");
        StackDescriptor nginx = catalog.find("nginx-fpm");
        assertEquals(nginx.pages(), caddy.pages());
        assertEquals(
                List.copyOf(nginx.facts().keySet()), List.copyOf(caddy.facts().keySet()));
        for (String template : caddy.templates()) {
            Template.read(template, caddy.templateFolders());
        }
    }

    /** The build fetches what the stacks name, and no more. */
    @Test
    void load_builtInStacks_nameTheDistributionsOfTheBuild() throws Exception {
        String pom = Files.readString(Path.of("pom.xml"));
        for (String name : List.of("tomcat", "jetty-base")) {
            for (String coordinates : builtIn().find(name).distributions().values()) {
                String version = Distribution.parse(coordinates).version();
                assertTrue(pom.contains(".version>" + version + "</"), coordinates);
            }
        }
    }

    @Test
    void load_stackFile_joinsTheOthersAndExtendsThem() throws Exception {
        write(builtIn, "base.yaml", BASE);
        write(folder, "mine.yaml", "name: mine\nextends: base\n");
        Path file = folder.resolve("mine.yaml");
        StackCatalog catalog = StackCatalog.load(builtIn, Optional.of(user), List.of(file));
        assertEquals(List.of("mine"), catalog.of(List.of(file)));
        assertEquals(
                List.of(folder.resolve("templates"), folder.resolve("templates")),
                catalog.find("mine").templateFolders());
    }

    @Test
    void load_wrongStackFile_isAnErrorAndNotMerelyIgnored() throws Exception {
        write(builtIn, "base.yaml", BASE);
        write(folder, "mine.yaml", "name: mine\nextends: none\n");
        var e = assertThrows(
                StackException.class,
                () -> StackCatalog.load(builtIn, Optional.of(user), List.of(folder.resolve("mine.yaml"))));
        assertTrue(e.getMessage().contains("extends 'none', which is none of base"), e.getMessage());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            distributions: { tomcat: tomcat-11 }       | must be group:artifact:version
            ports: [FPM]                               | the name of a port is 'FPM'
            status: { iis: "http://127.0.0.1/status" } | there is no status of 'iis'; known are apache, lighttpd
            """)
    void load_badValueOfANewKey_saysWhatIsRight(String line, String expected) throws Exception {
        write(builtIn, "base.yaml", BASE + line + "\n");
        assertTrue(failure().contains(expected), failure());
    }

    @Test
    void again_secondStart_hasANameThatNoFileMayHave() throws Exception {
        write(builtIn, "base.yaml", BASE);
        StackDescriptor second = load().find("base").again(2);
        assertEquals("base#2", second.name());
        assertEquals("base-2", second.fileName());
        write(builtIn, "base.yaml", BASE.replace("name: base", "name: base#2"));
        assertTrue(failure().contains("#2 is for a second start"), failure());
    }

    private static StackCatalog builtIn() throws StackException {
        return StackCatalog.load(Path.of("src/main/php/stacks"), Optional.empty());
    }

    @Test
    void userFolder_anyEnvironment_prefersXdgThenHomeThenThePasswordFile() {
        assertEquals(
                Path.of("/x/pagerace/stacks"),
                StackCatalog.userFolder(Map.of("XDG_CONFIG_HOME", "/x", "HOME", "/h"), "/p"));
        assertEquals(Path.of("/h/.config/pagerace/stacks"), StackCatalog.userFolder(Map.of("HOME", "/h"), "/p"));
        assertEquals(Path.of("/p/.config/pagerace/stacks"), StackCatalog.userFolder(Map.of(), "/p"));
    }

    private StackCatalog load() throws StackException {
        return StackCatalog.load(builtIn, Optional.of(user));
    }

    private String failure() {
        return assertThrows(StackException.class, this::load).getMessage();
    }

    private static void write(Path folder, String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }
}
