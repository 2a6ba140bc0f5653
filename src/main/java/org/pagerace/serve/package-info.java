/** Embedded Jetty around an unpacked web root; the pages come through its web.xml, as in any container. */
package org.pagerace.serve;
