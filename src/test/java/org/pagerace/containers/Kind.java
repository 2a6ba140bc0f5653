package org.pagerace.containers;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The containers of the suite. */
public enum Kind {
    EMBEDDED_JETTY("embedded Jetty"),
    JETTY_EE10("jetty-home, ee10"),
    JETTY_EE11("jetty-home, ee11"),
    TOMCAT_10("Tomcat 10.1"),
    TOMCAT_11("Tomcat 11"),

    // Not in every build, and not up to us: their own servlets of static files are counted, not required, to be right.
    WILDFLY("WildFly"),
    PAYARA_6("Payara Micro 6"),
    PAYARA_7("Payara Micro 7");

    private static final List<Kind> MORE = List.of(WILDFLY, PAYARA_6, PAYARA_7);

    private final String title;

    Kind(String title) {
        this.title = title;
    }

    /** Returns those to test: the property {@code pagerace.test.containers} names a few; without it, those of every build. */
    static List<Kind> chosen() {
        String names = System.getProperty("pagerace.test.containers", "");
        return Arrays.stream(values())
                .filter(kind -> names.isEmpty()
                        ? !kind.isMore()
                        : List.of(names.split(",", -1)).contains(kind.name()))
                .filter(kind -> kind.leastJdk() <= Runtime.version().feature())
                .toList();
    }

    /** Returns the name under which the build tells where it has unpacked it. */
    public String distribution() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    boolean isMore() {
        return MORE.contains(this);
    }

    /** Payara 7 is made for newer ones than the others. */
    int leastJdk() {
        return this == PAYARA_7 ? 21 : 17;
    }

    boolean isJetty() {
        return this == EMBEDDED_JETTY || this == JETTY_EE10 || this == JETTY_EE11;
    }

    /** Returns when the pages are there; not necessarily the database. */
    public Container start(Deployment deployment) throws IOException, InterruptedException {
        return switch (this) {
            case EMBEDDED_JETTY -> JettyServe.start(deployment);
            case JETTY_EE10 -> JettyBase.start(deployment, "ee10");
            case JETTY_EE11 -> JettyBase.start(deployment, "ee11");
            case TOMCAT_10, TOMCAT_11 -> Tomcat.start(deployment, distribution());
            case WILDFLY -> WildFly.start(deployment);
            case PAYARA_6 -> PayaraMicro.start(deployment, "6");
            case PAYARA_7 -> PayaraMicro.start(deployment, "7");
        };
    }

    @Override
    public String toString() {
        return title;
    }
}
