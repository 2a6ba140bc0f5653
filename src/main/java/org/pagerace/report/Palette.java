package org.pagerace.report;

import java.util.List;

/** One colour per stack, the same everywhere; the style sheet holds the values, chosen for colour-blind readers. */
record Palette(List<String> stacks) {
    private static final int COLOURS = 8;

    /** Returns the style class of a stack. */
    String of(String stack) {
        return "stack-" + (stacks.indexOf(stack) % COLOURS + 1);
    }

    /** Writes the stack's name with a mark of its colour. */
    void name(Html html, String stack) {
        html.open("span", "class", "name")
                .element("span", "", "class", "swatch " + of(stack), "aria-hidden", "true")
                .text(stack)
                .close();
    }
}
