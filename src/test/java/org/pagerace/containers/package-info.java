/** The archive, unchanged, in real servlet containers: one suite that all of them pass. */
package org.pagerace.containers;
