package org.pagerace.report;

import java.util.List;

/**
 * One look per stack, the same everywhere: a colour, and from the eighth stack on another way of drawing it. The style
 * sheet holds the colours, chosen for colour-blind readers; names stand beside every mark, so nobody depends on them.
 */
record Palette(List<String> stacks) {
    private static final int COLOURS = 7;
    private static final int TURNS = 3;

    /** Returns the style classes of a stack. */
    String of(String stack) {
        int index = Math.max(0, stacks.indexOf(stack));
        int turn = Math.min(index / COLOURS + 1, TURNS);
        return "stack-" + (index % COLOURS + 1) + (turn == 1 ? "" : " turn-" + turn);
    }

    /** Returns what the script finds all marks of a stack by. */
    String key(String stack) {
        return Integer.toString(stacks.indexOf(stack));
    }

    /** Writes the stack's name with a mark of its colour. */
    void name(Html html, String stack) {
        html.open("span", "class", "name", "data-stack", key(stack))
                .element("span", "", "class", "swatch " + of(stack), "aria-hidden", "true")
                .text(stack)
                .close();
    }
}
