/** PHP and Java stacks as files: read descriptors, fill templates, start, probe and stop one stack; install what is missing. */
package org.pagerace.stacks;
