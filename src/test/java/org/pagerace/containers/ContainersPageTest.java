package org.pagerace.containers;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What docs/containers.md says of the build; the figures in its tables are compared by ConformanceIT. */
class ContainersPageTest {
    private static final Map<String, String> VERSION_OF = Map.of(
            "embedded Jetty, `java -jar pagerace.war serve`", "jetty.version",
            "jetty-home, ee10", "jetty-home.version",
            "jetty-home, ee11", "jetty-home.version",
            "Tomcat 10.1", "tomcat-10.version",
            "Tomcat 11", "tomcat-11.version",
            "WildFly", "wildfly.version",
            "Payara Micro 6", "payara-6.version",
            "Payara Micro 7", "payara-7.version");

    @Test
    void table_versions_areThoseOfThePom() throws Exception {
        String pom = Files.readString(Path.of("pom.xml"));
        String page = Docs.containers().text();
        for (Map.Entry<String, String> container : VERSION_OF.entrySet()) {
            String property = container.getValue();
            Matcher version = Pattern.compile("<" + property + ">(.+?)</" + property + ">")
                    .matcher(pom);
            assertTrue(version.find(), property);
            String row = "| " + container.getKey() + " | " + version.group(1) + " |";
            assertTrue(page.contains(row), () -> "no row " + row);
        }
    }

    @Test
    void text_rows_areAsManyAsTested() throws Exception {
        String page = Docs.containers().words();
        int files = StaticRow.all().size();
        int addresses = PathRow.all().size();
        assertTrue(files >= 40 && addresses >= 60);
        assertTrue(page.contains("a table of " + files + " requests for static files"));
        assertTrue(page.contains("one of " + addresses + " addresses"));
    }
}
