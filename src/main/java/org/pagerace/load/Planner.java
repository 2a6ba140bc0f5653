package org.pagerace.load;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.pagerace.load.engine.Aim;
import org.pagerace.load.engine.BodyRule;
import org.pagerace.load.engine.Endpoint;
import org.pagerace.load.engine.LoadPlan;
import org.pagerace.load.engine.Schedule;
import org.pagerace.load.engine.TlsPeer;
import org.pagerace.load.http.RequestTemplate;
import org.pagerace.load.stats.RequestLog;

/** Turns a spec into what the engine runs: names resolved and judged, requests rendered, once for the whole run. */
final class Planner {
    private final LoadSpec spec;
    private final TargetGuard guard;
    private final Map<String, Endpoint> endpoints = new HashMap<>();
    private final Map<String, List<InetAddress>> resolved = new HashMap<>();

    Planner(LoadSpec spec, TargetGuard guard) {
        this.spec = spec;
        this.guard = guard;
    }

    LoadPlan plan(Optional<RequestLog> log) throws LoadException {
        return new LoadPlan(
                aims(),
                spec.order() instanceof TargetOrder.AtRandom random
                        ? OptionalLong.of(random.seed())
                        : OptionalLong.empty(),
                spec.keepAlive(),
                spec.pipeline(),
                spec.connections(),
                spec.threads(),
                spec.stop().mostRequests().orElse(LoadPlan.UNLIMITED),
                spec.stop().longest().orElse(Limits.LONGEST_RUN).toNanos(),
                spec.warmup().toNanos(),
                spec.connects().perSecond(),
                spec.connects().firstAlone(),
                !spec.connects().whoeverIsThere(),
                spec.timeout().toNanos(),
                spec.mostBodyBytes(),
                schedule(),
                spec.route().sources(),
                spec.wire(),
                spec.connects().stagger().toNanos(),
                log);
    }

    private Optional<Schedule> schedule() {
        if (spec.rate() instanceof Rate.Constant constant) {
            return Optional.of(new Schedule.Constant(constant.perSecond()));
        }
        if (spec.rate() instanceof Rate.Uneven uneven) {
            return Optional.of(new Schedule.Uneven(uneven.perSecond(), uneven.share(), uneven.seed()));
        }
        if (spec.rate() instanceof Rate.Ramp ramp) {
            return Optional.of(new Schedule.Ramp(
                    ramp.fromPerSecond(), ramp.toPerSecond(), ramp.over().toNanos()));
        }
        return Optional.empty();
    }

    private List<Aim> aims() throws LoadException {
        List<Aim> aims = new ArrayList<>();
        for (Target target : spec.targets()) {
            aims.add(new Aim(endpoint(target), request(target), rule(), target.weight()));
        }
        return aims;
    }

    /** Targets on one host and port share connections, so they must share the object too. */
    private Endpoint endpoint(Target target) throws LoadException {
        Endpoint known = endpoints.get(target.endpoint());
        if (known != null) {
            return known;
        }
        var endpoint = new Endpoint(address(target), tls(target));
        endpoints.put(target.endpoint(), endpoint);
        return endpoint;
    }

    private SocketAddress address(Target target) throws LoadException {
        if (spec.route().unixSocket().isPresent()) {
            Path socket = spec.route().unixSocket().get();
            if (!Files.exists(socket)) {
                throw new UnreachableException("there is no socket " + socket + "; check --unix");
            }
            return UnixDomainSocketAddress.of(socket);
        }
        return guard.pin(target, spec.route(), resolved);
    }

    private Optional<TlsPeer> tls(Target target) throws LoadException {
        if (!target.isTls()) {
            return Optional.empty();
        }
        Route.Tls tls = spec.route().tls();
        TlsOffer offer = tls.offer();
        var terms = new TlsPeer.Terms(
                tls.verify(),
                tls.resume(),
                offer.protocols(),
                offer.ciphers(),
                offer.serverName().map(name -> name.equals(TlsOffer.OF_THE_URL) ? target.host() : name));
        return Optional.of(new TlsPeer(Trust.context(tls), target.host(), target.port(), terms));
    }

    private RequestTemplate request(Target target) {
        if (target.request().isPresent()) {
            return target.request().get();
        }
        List<String> headers = new ArrayList<>();
        spec.headers().forEach(header -> headers.add(header.name() + ": " + header.value()));
        spec.payload().ifPresent(payload -> headers.add("Content-Type: " + payload.contentType()));
        return RequestTemplate.of(
                spec.method(),
                target.uri(),
                spec.version().wire(),
                spec.keepAlive(),
                headers,
                spec.payload().map(Payload::bytes).orElse(null));
    }

    /** A rule of its own for each target: each has its own first body. */
    private BodyRule rule() {
        BodyCheck check = spec.bodyCheck();
        if (check instanceof BodyCheck.SameLength length) {
            return BodyRule.sameLength(length.tolerance());
        }
        if (check instanceof BodyCheck.SameCrc) {
            return BodyRule.sameChecksum();
        }
        return check instanceof BodyCheck.Expect body ? BodyRule.exactly(body.bytes(), body.crc32c()) : BodyRule.any();
    }

    /** Returns an address for people. */
    static String text(SocketAddress address) {
        if (!(address instanceof InetSocketAddress inet)) {
            return address.toString();
        }
        String host = inet.getAddress().getHostAddress();
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + inet.getPort();
    }
}
