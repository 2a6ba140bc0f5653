/** What one worker counts and times; single writer, added up when the run is over. */
package org.pagerace.load.stats;
