package org.pagerace.verdict;

import java.util.Locale;
import java.util.Optional;
import org.pagerace.result.Confirmation.Change;

/** What can bound a number, or make it doubtful. */
public enum Cause {
    /** The line between server and client was full. */
    NETWORK_LINE_RATE,
    /** Segments were lost and sent again. */
    NETWORK_LOSS,
    /** The driver had no processor time left, or got it too late. */
    CLIENT_CPU,
    /** The client took the bytes too slowly. */
    CLIENT_RECEIVE,
    /** The stack used all processors it may use. */
    SERVER_CPU,
    /** One thread of the stack used a whole processor while the stack had others. */
    SERVER_THREAD,
    /** Client and server together used the machine up. */
    SHARED_HOST,
    /** All workers were busy, and requests waited for one. */
    WORKER_POOL,
    /** All database connections were lent, and requests waited for one. */
    DATABASE_POOL,
    /** The database used all processors it may use. */
    DATABASE_CPU,
    /** Connections found a full listen queue. */
    LISTEN_BACKLOG,
    /** The client had no free port for a further connection. */
    EPHEMERAL_PORTS,
    /** A process had no free descriptor. */
    DESCRIPTORS,
    /** So few connections that the server waited for requests. */
    CLOSED_LOOP,
    /** The JVM still compiled, or the rounds still became faster. */
    JVM_NOT_WARM,
    /** The JVM spent its time collecting garbage. */
    JVM_COLLECTING,
    /** Others used the processors, on this machine or beside it on its host. */
    NOISY_MACHINE,
    /** The rig itself can hardly do more. */
    RIG_CEILING,
    /** Many answers took just as long as a well-known timer of TCP. */
    SAME_STALL,
    /** Fewer requests were under way than there were connections. */
    IDLE_CONNECTIONS,
    /** Nothing that was seen was at its limit. */
    UNEXPLAINED;

    /** Returns the name used in reports, in upper case words. */
    public String label() {
        return name().replace('_', ' ').toUpperCase(Locale.ROOT);
    }

    /** Returns the change that must move the number if this was its limit; empty where the client's side cannot make one. */
    public Optional<Change> test() {
        return switch (this) {
            case CLIENT_CPU -> Optional.of(Change.TWICE_THE_THREADS);
            case CLOSED_LOOP -> Optional.of(Change.TWICE_THE_CONNECTIONS);
            case NETWORK_LINE_RATE -> Optional.of(Change.HEAD);
            default -> Optional.empty();
        };
    }
}
