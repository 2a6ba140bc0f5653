package org.pagerace.pages;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What this process was started with: the names of everything, and the values of little. */
final class ProcessSections {
    /** The kind of an argument; what follows may be a secret. */
    private static final Pattern KIND = Pattern.compile("(-D|-XX:[+-]?\\w+|-X\\w|-javaagent|-agent\\w+|--[a-z-]+).*");

    private static final FixedTable ENVIRONMENT = new FixedTable(
            List.of("Variable", "Value"),
            new TreeMap<>(System.getenv())
                    .entrySet().stream()
                            .map(variable -> List.of(
                                    Redaction.fact(variable.getKey()),
                                    Redaction.environment(variable.getKey(), variable.getValue()))));

    private static final FixedTable ARGUMENTS = new FixedTable(
            List.of("Argument", "Value"),
            ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                    .map(argument -> List.of(Redaction.fact(kind(argument)), Redaction.argument(argument))));

    private ProcessSections() {}

    private static String kind(String argument) {
        Matcher kind = KIND.matcher(argument);
        return kind.matches() ? kind.group(1) : "…";
    }

    static void environment(InfoWriter out, InfoRequest in) {
        ENVIRONMENT.write(out);
    }

    static void properties(InfoWriter out, InfoRequest in) {
        Properties properties = System.getProperties();
        String[] names = properties.stringPropertyNames().toArray(String[]::new);
        Arrays.sort(names);
        out.table("Directive", "Value");
        for (String name : names) {
            String value = properties.getProperty(name, "");
            out.directive(Redaction.fact(name), Redaction.property(name, value));
        }
        out.endTable();
    }

    static void arguments(InfoWriter out, InfoRequest in) {
        ARGUMENTS.write(out);
    }
}
