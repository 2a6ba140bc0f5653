/** The classic tools: their arguments in, their text and exit code out, and beside it what really happened. */
package org.pagerace.load.compat;
