/** The command line: one small class per sub-command that parses, calls one method and prints; exit codes. */
package org.pagerace.cli;
