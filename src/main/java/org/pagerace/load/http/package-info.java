/** HTTP/1.x as a load driver needs it: request bytes made once and an incremental response parser. No sockets. */
package org.pagerace.load.http;
