/** The race: its plan, the check that all stacks do the same work, warm-up, interleaved rounds, and one tidy end. */
package org.pagerace.race;
