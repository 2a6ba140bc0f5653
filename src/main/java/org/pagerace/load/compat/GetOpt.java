package org.pagerace.load.compat;

import java.util.ArrayList;
import java.util.List;

/** Short options as C programs read them: several may share one argument, a value may be attached or follow. */
final class GetOpt {
    /** There is no option any more. */
    static final int END = -1;
    /** An option that is not in the list; {@link #letter} names it. */
    static final int UNKNOWN = '?';
    /** The value of an option is missing; {@link #letter} names it. */
    static final int NO_VALUE = ':';

    /** Whose rules hold. */
    enum Style {
        /** The first argument that is no option ends the options, and so does anything that begins with two hyphens. */
        APR,
        /** What is no option is put aside and may stand anywhere; only two hyphens alone end the options. */
        GNU
    }

    private final List<String> arguments;
    private final String options;
    private final Style style;
    private final List<String> operands = new ArrayList<>();
    private int index;
    private int place; // in the present argument; 0 before it
    private boolean ended;
    private char letter;
    private String value = "";

    /** @param options the letters, each followed by a colon if it takes a value */
    GetOpt(List<String> arguments, String options, Style style) {
        this.arguments = arguments;
        this.options = options;
        this.style = style;
    }

    /** Returns the next option's letter or one of the constants. */
    int next() {
        if (place == 0 && !enter()) {
            return END;
        }
        String argument = arguments.get(index);
        letter = argument.charAt(place++);
        boolean last = place == argument.length();
        int known = letter == ':' ? -1 : options.indexOf(letter);
        boolean takesValue = known >= 0 && known + 1 < options.length() && options.charAt(known + 1) == ':';
        if (!takesValue) {
            if (last) {
                advance();
            }
            return known < 0 ? UNKNOWN : letter;
        }
        String attached = argument.substring(place);
        advance();
        if (!attached.isEmpty()) {
            value = attached;
        } else if (index < arguments.size()) {
            value = arguments.get(index++);
        } else {
            return NO_VALUE;
        }
        return letter;
    }

    /** Goes into the next argument with options, or returns false. */
    private boolean enter() {
        while (!ended && index < arguments.size()) {
            String argument = arguments.get(index);
            if (argument.equals("--") || (style == Style.APR && argument.startsWith("--"))) {
                index++;
                break;
            }
            if (argument.length() > 1 && argument.startsWith("-")) {
                place = 1;
                return true;
            }
            if (style == Style.APR) {
                break;
            }
            operands.add(argument);
            index++;
        }
        if (!ended) {
            ended = true;
            operands.addAll(arguments.subList(index, arguments.size()));
        }
        return false;
    }

    private void advance() {
        index++;
        place = 0;
    }

    /** Returns the value of the last option. */
    String value() {
        return value;
    }

    /** Returns the letter that was read last, also of what was no option. */
    char letter() {
        return letter;
    }

    /** Returns the arguments that are no options, once {@link #END} was returned. */
    List<String> operands() {
        return operands;
    }

    /** Returns the arguments not read yet; one of them may be read in part. */
    List<String> rest() {
        return arguments.subList(index, arguments.size());
    }
}
