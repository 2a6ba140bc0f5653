/** A line between driver and servers on one machine: two network namespaces, shaped to the rate of a real wire. */
package org.pagerace.network;
