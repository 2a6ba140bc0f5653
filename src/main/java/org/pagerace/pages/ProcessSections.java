package org.pagerace.pages;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Properties;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What this process was started with: the names of everything, and the values of little. */
final class ProcessSections {
    /** The kind of an argument; what follows may be a secret. */
    private static final Pattern KIND = Pattern.compile("(-D|-XX:[+-]?\\w+|-X\\w|-javaagent|-agent\\w+|--[a-z-]+).*");

    private ProcessSections() {}

    static void environment(InfoWriter out, InfoRequest in) {
        out.table("Variable", "Value");
        new TreeMap<>(System.getenv())
                .forEach((name, value) -> out.info(Redaction.fact(name), Redaction.environment(name, value)));
        out.endTable();
    }

    static void properties(InfoWriter out, InfoRequest in) {
        Properties properties = System.getProperties();
        out.table("Directive", "Value");
        for (String name : new TreeSet<>(properties.stringPropertyNames())) {
            String value = properties.getProperty(name, "");
            out.directive(Redaction.fact(name), Redaction.property(name, value));
        }
        out.endTable();
    }

    static void arguments(InfoWriter out, InfoRequest in) {
        out.table("Argument", "Value");
        List<String> arguments = ManagementFactory.getRuntimeMXBean().getInputArguments();
        if (arguments.isEmpty()) {
            out.directive(Redaction.fact("none"), Redaction.fact(""));
        }
        for (String argument : arguments) {
            Matcher kind = KIND.matcher(argument);
            out.directive(Redaction.fact(kind.matches() ? kind.group(1) : "…"), Redaction.argument(argument));
        }
        out.endTable();
    }
}
