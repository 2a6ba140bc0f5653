package org.pagerace.load;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Resolves a target once and judges every address it has: loopback and private ones are free, public ones need the
 * user's word, since a typo or a pasted command must not put load on a stranger.
 */
public final class TargetGuard {
    /** Turns a name into all its addresses; another one in tests, which must not ask a name server. */
    interface Resolver {
        InetAddress[] resolve(String host) throws UnknownHostException;
    }

    private enum Reach {
        PRIVATE,
        PUBLIC,
        /** Unspecified, multicast or broadcast. */
        NOBODY
    }

    private final Resolver resolver;

    TargetGuard(Resolver resolver) {
        this.resolver = resolver;
    }

    /**
     * Resolves a target as a run does, judges all its addresses, and returns the one to connect to; for whoever connects
     * without a run.
     *
     * @throws LoadException if its name does not resolve, or an address is public and the route does not allow it
     */
    public static InetSocketAddress pin(Target target, Route route) throws LoadException {
        return new TargetGuard(InetAddress::getAllByName).pin(target, route, new HashMap<>());
    }

    /**
     * Returns the address for all connects to the target in this run.
     *
     * @param resolved the names this run has resolved so far; each is resolved once
     */
    InetSocketAddress pin(Target target, Route route, Map<String, List<InetAddress>> resolved) throws LoadException {
        String host = target.host();
        InetAddress pinned = route.pins().get(host.toLowerCase(Locale.ROOT) + ":" + target.port());
        List<InetAddress> addresses = pinned != null ? List.of(pinned) : resolved.get(host);
        if (addresses == null) {
            addresses = resolve(host);
            resolved.put(host, addresses);
        }
        for (InetAddress address : addresses) {
            judge(address, host, route.publicTargetOk());
        }
        return new InetSocketAddress(addresses.get(0), target.port());
    }

    private List<InetAddress> resolve(String host) throws UnreachableException {
        try {
            return List.of(resolver.resolve(host));
        } catch (UnknownHostException e) {
            throw new UnreachableException("cannot resolve the host name " + host + "; check the URL", e);
        }
    }

    private static void judge(InetAddress address, String host, Optional<String> allowed)
            throws TargetRefusedException {
        String resolved =
                host.equals(address.getHostAddress()) ? host : host + " is " + address.getHostAddress() + ", which";
        switch (reach(address)) {
            case PRIVATE -> {}
            case PUBLIC -> {
                if (!allowed.map(TargetGuard::withoutBrackets)
                        .filter(host::equalsIgnoreCase)
                        .isPresent()) {
                    throw new TargetRefusedException(resolved + " is a public address; if you may put load on it, add"
                            + " --public-target-ok " + host);
                }
            }
            case NOBODY ->
                throw new TargetRefusedException(
                        resolved + " is not the address of one machine; name the server's own, as 127.0.0.1");
        }
    }

    private static Reach reach(InetAddress address) {
        byte[] bytes = address.getAddress();
        if (address.isAnyLocalAddress() || address.isMulticastAddress() || isBroadcast(bytes)) {
            return Reach.NOBODY;
        }
        boolean siteLocal = address instanceof Inet4Address && address.isSiteLocalAddress(); // RFC 1918
        boolean uniqueLocal = bytes.length == 16 && (bytes[0] & 0xfe) == 0xfc; // RFC 4193
        boolean free = address.isLoopbackAddress() || address.isLinkLocalAddress() || siteLocal || uniqueLocal;
        return free ? Reach.PRIVATE : Reach.PUBLIC;
    }

    private static boolean isBroadcast(byte[] bytes) {
        return bytes.length == 4 && (bytes[0] & bytes[1] & bytes[2] & bytes[3]) == -1;
    }

    private static String withoutBrackets(String host) {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }
}
