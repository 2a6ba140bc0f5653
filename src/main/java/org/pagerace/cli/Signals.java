package org.pagerace.cli;

import java.lang.reflect.Proxy;
import java.util.function.Consumer;

/** What to do when the user or the system asks this process to end. */
final class Signals {

    /*
     * sun.misc.Signal is the only way to tell Ctrl-C from TERM, and to end TERM with status 0: a shutdown hook knows
     * neither. It is in every JDK (module jdk.unsupported), but javac warns of it and the warning cannot be switched
     * off, hence reflection. Where it is missing, the JVM's own handling stays.
     */

    private Signals() {}

    /** Calls {@code action} with the name, without SIG, of each of these signals that arrives. */
    static void on(Consumer<String> action, String... names) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object proxy = Proxy.newProxyInstance(
                    Signals.class.getClassLoader(), new Class<?>[] {handler}, (self, method, arguments) -> {
                        if (method.getName().equals("handle")) {
                            action.accept((String) signal.getMethod("getName").invoke(arguments[0]));
                            return null;
                        }
                        return switch (method.getName()) {
                            case "hashCode" -> System.identityHashCode(self);
                            case "equals" -> self == arguments[0];
                            default -> "Signals";
                        };
                    });
            for (String name : names) {
                Object instance = signal.getConstructor(String.class).newInstance(name);
                signal.getMethod("handle", signal, handler).invoke(null, instance, proxy);
            }
        } catch (ReflectiveOperationException e) {
            // Not this JVM: it ends by itself, with its own status, and the guardian sees to the children.
        }
    }
}
