package org.pagerace.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pagerace.load.LoadSpec;

/** One run after another, each with another value of one option: {@code c=1,10,100} or {@code rate=100,200}. */
final class Sweep {
    private static final Pattern FORM = Pattern.compile("(c|rate)=([0-9.]+(?:,[0-9.]+)*)");
    private static final Pattern CONNECTIONS = Pattern.compile("\\d{1,6}");

    private Sweep() {}

    /** Returns the specs of all runs in order. */
    static List<LoadSpec> specs(String text, LoadSpec requests, PaceOptions pace) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    "a sweep is c=1,10,100 or rate=100,200,400, but is '" + text + "'; check --sweep");
        }
        List<LoadSpec> specs = new ArrayList<>();
        for (String value : form.group(2).split(",", -1)) {
            specs.add(
                    form.group(1).equals("c")
                            ? pace.applyTo(requests, OptionalInt.of(connections(value)))
                            : pace.applyTo(requests, OptionalInt.empty()).withRate(PaceOptions.rate(value)));
        }
        return specs;
    }

    private static int connections(String value) {
        if (!CONNECTIONS.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    "connections are a whole number, but are '" + value + "'; check --sweep");
        }
        return Integer.parseInt(value);
    }
}
