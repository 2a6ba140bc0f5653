/** A server that does nothing but answer, for finding out what everything else of a rig can do. */
package org.pagerace.calibrate;
