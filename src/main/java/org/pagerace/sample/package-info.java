/** Looks at the machine, the servers and the line while a round runs. */
package org.pagerace.sample;
