/** Child processes: start, guard, stop, the whole group; free ports; folders that live as long as a run. */
package org.pagerace.process;
