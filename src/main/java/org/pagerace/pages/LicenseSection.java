package org.pagerace.pages;

import java.util.List;
import java.util.stream.Stream;

/** Licence, third-party notices and credits. */
final class LicenseSection {
    private static final FixedTable CREDITS = new FixedTable(
            List.of("Part", "Use", "Licence"),
            Stream.of(
                    row("HikariCP", "connection pool of the page db", "Apache-2.0"),
                    row("MySQL Connector/J", "JDBC driver", "GPL-2.0 with Universal FOSS Exception 1.0"),
                    row("SLF4J", "logging of the pool", "MIT"),
                    row("jQuery 1.7.1", "static page, not run here", "MIT or GPL-2.0"),
                    row("Eclipse Jetty", "embedded server", "EPL-2.0 or Apache-2.0"),
                    row("Jakarta Servlet", "interface to the container", "EPL-2.0 or GPL-2.0 with Classpath Exception"),
                    row("picocli", "command line", "Apache-2.0"),
                    row("HdrHistogram", "latency histograms of the load driver", "BSD-2-Clause or CC0-1.0"),
                    row("Jackson", "results and stack descriptors", "Apache-2.0"),
                    row("MariaDB Server", "embedded database, a process of its own", "GPL-2.0")));

    private static final List<Shown> LICENCE = List.of(
            paragraph("Pagerace is licensed under the Apache License, Version 2.0 (the \"License\"); you may not use it"
                    + " except in compliance with the License. You may obtain a copy of the License at"
                    + " https://www.apache.org/licenses/LICENSE-2.0"),
            paragraph("Unless required by applicable law or agreed to in writing, software distributed under the"
                    + " License is distributed on an \"AS IS\" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND,"
                    + " either express or implied. See the License for the specific language governing permissions"
                    + " and limitations under the License."));

    private LicenseSection() {}

    private static List<Shown> row(String part, String use, String licence) {
        return List.of(Redaction.label(part), Redaction.label(use), Redaction.label(licence));
    }

    private static Shown paragraph(String constant) {
        return Redaction.label(constant).fixed();
    }

    static void license(InfoWriter out, InfoRequest in) {
        if (in.selection().credits()) {
            CREDITS.write(out);
        }
        if (in.selection().licence()) {
            out.table();
            LICENCE.forEach(out::paragraph);
            out.endTable();
        }
    }
}
