package org.pagerace.load;

/** One thing that was looked at before a run; the text is one line, with the remedy if there is something to remedy. */
public record Finding(Level level, String text) {
    /** How a run is affected. */
    public enum Level {
        /** Not at all. */
        FINE,
        /** Its figures may not be what they seem. */
        DOUBTFUL,
        /** It cannot work. */
        IMPOSSIBLE,
        /** Nobody knows: the system does not tell. */
        UNSEEN
    }

    static Finding fine(String text) {
        return new Finding(Level.FINE, text);
    }

    static Finding doubtful(String text) {
        return new Finding(Level.DOUBTFUL, text);
    }

    static Finding impossible(String text) {
        return new Finding(Level.IMPOSSIBLE, text);
    }

    static Finding unseen(String text) {
        return new Finding(Level.UNSEEN, text);
    }
}
