package org.pagerace.containers;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** The containers of the suite. */
enum Kind {
    EMBEDDED_JETTY("embedded Jetty"),
    JETTY_EE10("jetty-base, ee10"),
    JETTY_EE11("jetty-base, ee11"),
    TOMCAT_10("Tomcat 10.1"),
    TOMCAT_11("Tomcat 11");

    private final String title;

    Kind(String title) {
        this.title = title;
    }

    /** Returns those to test: the property {@code pagerace.test.containers} names a few, or all of the build's. */
    static List<Kind> chosen() {
        String names = System.getProperty("pagerace.test.containers", "");
        return names.isEmpty()
                ? List.of(values())
                : Arrays.stream(names.split(",", -1)).map(Kind::valueOf).toList();
    }

    boolean isJetty() {
        return this == EMBEDDED_JETTY || this == JETTY_EE10 || this == JETTY_EE11;
    }

    /** Returns when the pages are there; not necessarily the database. */
    Container start(Deployment deployment) throws IOException, InterruptedException {
        return switch (this) {
            case EMBEDDED_JETTY -> JettyServe.start(deployment);
            case JETTY_EE10 -> JettyBase.start(deployment, "ee10");
            case JETTY_EE11 -> JettyBase.start(deployment, "ee11");
            case TOMCAT_10 -> Tomcat.start(deployment, "tomcat-10");
            case TOMCAT_11 -> Tomcat.start(deployment, "tomcat-11");
        };
    }

    @Override
    public String toString() {
        return title;
    }
}
