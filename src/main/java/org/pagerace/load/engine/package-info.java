/** Worker threads, each with its own selector, connections and counters, and the clock they share. */
package org.pagerace.load.engine;
