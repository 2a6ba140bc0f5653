/** The records that a run leaves behind, and their versioned JSON. */
package org.pagerace.result;
