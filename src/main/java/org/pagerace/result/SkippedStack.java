package org.pagerace.result;

/**
 * A stack that did not take part.
 *
 * @param reason why, for instance which program is missing
 * @param hint the command that would mend it, empty if there is none
 */
public record SkippedStack(String name, String reason, String hint) {
    /** Returns all of it in one line. */
    public String inWords() {
        return name + " (" + reason + ")" + (hint.isEmpty() ? "" : "; " + hint);
    }
}
