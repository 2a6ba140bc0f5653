package org.pagerace.sample;

/** A source that is looked at again and again. The first look only notes where its counters stand. */
interface Probe {
    /** Looks, and takes down what came since the look before. Never throws: what cannot be read is unseen. */
    void look(Journal journal);
}
