package org.pagerace.stacks;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The package managers that descriptors know packages for. */
enum PackageManager {
    APT("apt", "apt-get"),
    DNF("dnf", "dnf");

    private final String key;
    private final String program;

    PackageManager(String key, String program) {
        this.key = key;
        this.program = program;
    }

    /** Returns the first one this machine has. */
    static Optional<PackageManager> find(ProgramFinder finder) {
        return Arrays.stream(values())
                .filter(manager -> finder.program(manager.program).isPresent())
                .findFirst();
    }

    /** Returns the key of its packages in a descriptor. */
    String key() {
        return key;
    }

    String hint(List<String> packages) {
        String command = program + " install " + String.join(" ", packages);
        return this == APT ? command + ", or race --install" : command;
    }
}
