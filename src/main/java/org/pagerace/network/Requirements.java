package org.pagerace.network;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.pagerace.process.CurrentUser;
import org.pagerace.process.Programs;

/** What a line needs of the machine. Every refusal names what is missing and how to get it. */
final class Requirements {
    private static final String WITHOUT = ", or race without it over the loopback interface";
    private static final Map<String, String> PACKAGES = new LinkedHashMap<>();
    private static final Map<String, Integer> CAPABILITIES = new LinkedHashMap<>();

    static {
        PACKAGES.put("ip", "iproute2 (Fedora: iproute)");
        PACKAGES.put("tc", "iproute2 (Fedora: iproute-tc)");
        PACKAGES.put("unshare", "util-linux");
        PACKAGES.put("nsenter", "util-linux");
        CAPABILITIES.put("SYS_ADMIN", 21); // capabilities(7); the numbers are those of linux/capability.h
        CAPABILITIES.put("NET_ADMIN", 12);
    }

    private Requirements() {}

    /** Looks at everything, and tries out on a namespace that is gone at once what can only be known by trying. */
    static void check(LineRate rate) throws LinkException, InterruptedException {
        if (!System.getProperty("os.name").equals("Linux")) {
            throw new LinkException("it needs Linux, whose kernel makes the line; run it there" + WITHOUT);
        }
        if (!CurrentUser.isRoot()) {
            throw new LinkException("it needs root, who alone may make network namespaces; run it with sudo" + WITHOUT);
        }
        for (Map.Entry<String, String> program : PACKAGES.entrySet()) {
            if (Programs.find(program.getKey()).isEmpty()) {
                throw new LinkException("it needs the program " + program.getKey() + "; install the package "
                        + program.getValue() + WITHOUT);
            }
        }
        requireCapabilities();
        attempt("make a network namespace with a veth pair", "veth", veth("line0", "line1"));
        attempt("slow an interface down with a token bucket", "sch_tbf", new Shaper(rate).queue("lo"));
    }

    private static List<String> veth(String one, String other) {
        return List.of("ip", "link", "add", one, "type", "veth", "peer", "name", other);
    }

    private static void requireCapabilities() throws LinkException {
        List<String> missing;
        try {
            missing = missingCapabilities(Files.readAllLines(Path.of("/proc/self/status")));
        } catch (IOException e) {
            return; // then trying will tell
        }
        if (!missing.isEmpty()) {
            String options = String.join(
                    " ", missing.stream().map(name -> "--cap-add " + name).toList());
            throw new LinkException("it may not make network namespaces here, since root lacks CAP_"
                    + String.join(" and CAP_", missing)
                    + ", as in most containers; start the container with " + options
                    + ", run it on the machine itself" + WITHOUT);
        }
    }

    /** Returns which of those it needs are not in the line CapEff of {@code /proc/PID/status}. */
    static List<String> missingCapabilities(List<String> status) {
        List<String> missing = new ArrayList<>();
        status.stream().filter(line -> line.startsWith("CapEff:")).findFirst().ifPresent(line -> {
            long effective =
                    Long.parseUnsignedLong(line.substring(line.indexOf(':') + 1).strip(), 16);
            CAPABILITIES.forEach((name, bit) -> {
                if ((effective >> bit & 1) == 0) {
                    missing.add(name);
                }
            });
        });
        return missing;
    }

    private static void attempt(String what, String module, List<String> command)
            throws LinkException, InterruptedException {
        Tool.Result result = Tool.ask(Namespace.enter(command));
        if (result.status() != 0) {
            throw new LinkException("it cannot " + what + " here: '" + String.join(" ", command) + "' says '"
                    + result.words() + "'; try 'modprobe " + module + "', and in a container --privileged" + WITHOUT);
        }
    }
}
