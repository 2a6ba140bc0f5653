package org.pagerace.config;

/** Who gets the page {@code /info}. */
public enum InfoAccess {
    /** Everybody: each value the page shows is from an allow-list. */
    ANY,
    /** Loopback clients that did not come through a proxy; others get 403. */
    LOCAL,
    /** Nobody; the page answers like any unknown address. */
    OFF
}
