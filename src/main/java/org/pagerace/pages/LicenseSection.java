package org.pagerace.pages;

/** Licence, third-party notices and credits. */
final class LicenseSection {
    private LicenseSection() {}

    static void license(InfoWriter out, InfoRequest in) {
        if (in.selection().credits()) {
            credits(out);
        }
        if (in.selection().licence()) {
            licence(out);
        }
    }

    private static void credits(InfoWriter out) {
        out.table("Part", "Use", "Licence");
        row(out, "HikariCP", "connection pool of the page db", "Apache-2.0");
        row(out, "MySQL Connector/J", "JDBC driver", "GPL-2.0 with Universal FOSS Exception 1.0");
        row(out, "SLF4J", "logging of the pool", "MIT");
        row(out, "jQuery 1.7.1", "static page, not run here", "MIT or GPL-2.0");
        row(out, "Eclipse Jetty", "embedded server", "EPL-2.0 or Apache-2.0");
        row(out, "Jakarta Servlet", "interface to the container", "EPL-2.0 or GPL-2.0 with Classpath Exception");
        row(out, "picocli", "command line", "Apache-2.0");
        row(out, "HdrHistogram", "latency histograms of the load driver", "BSD-2-Clause or CC0-1.0");
        row(out, "Jackson", "results and stack descriptors", "Apache-2.0");
        row(out, "MariaDB Server", "embedded database, a process of its own", "GPL-2.0");
        out.endTable();
    }

    private static void row(InfoWriter out, String part, String use, String licence) {
        out.info(Redaction.fact(part), Redaction.fact(use), Redaction.fact(licence));
    }

    private static void licence(InfoWriter out) {
        out.table();
        out.paragraph("Pagerace is licensed under the Apache License, Version 2.0 (the \"License\"); you may not use it"
                + " except in compliance with the License. You may obtain a copy of the License at"
                + " https://www.apache.org/licenses/LICENSE-2.0");
        out.paragraph(
                "Unless required by applicable law or agreed to in writing, software distributed under the License"
                        + " is distributed on an \"AS IS\" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or"
                        + " implied. See the License for the specific language governing permissions and limitations under the"
                        + " License.");
        out.endTable();
    }
}
