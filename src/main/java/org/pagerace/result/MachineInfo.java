package org.pagerace.result;

/**
 * The machine a race ran on.
 *
 * @param cpu model name, "unknown" where the system does not tell
 * @param cores logical processors this process may use
 * @param memoryBytes installed, 0 where the system does not tell
 * @param jdk version and vendor of the JVM that drove the load and ran the Java stacks
 */
public record MachineInfo(String cpu, int cores, long memoryBytes, String kernel, String os, String jdk) {}
