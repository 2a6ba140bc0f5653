package org.pagerace.containers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import org.pagerace.pages.Answer;
import org.pagerace.pages.Web;

/** Tomcat's manager, its text interface; for the user that {@link Tomcat#manager} made. */
public record Manager(int port, String password) {
    static final String USER = "robot";

    private static final String NO_LEAK = "OK - No memory leaks found";
    private static final Duration PASSING = Duration.ofSeconds(5);

    /** Deploys the archive, in the place of the one that is there. */
    public void deploy(String contextPath) throws IOException, InterruptedException {
        assertOk(ask("deploy?update=true&path=" + contextPath + "&war=file:" + Container.war()));
    }

    void undeploy(String contextPath) throws IOException, InterruptedException {
        assertOk(ask("undeploy?path=" + contextPath));
    }

    private static void assertOk(String answer) {
        assertTrue(answer.startsWith("OK"), answer);
    }

    /**
     * Tomcat collects garbage and looks for class loaders that are still there although their application is not.
     *
     * <p>It is asked again for some seconds: a thread of the container that is just leaving a request, or the virtual
     * machine's compiler at work on one of its methods, holds a loader for a moment. A leak holds it for ever.
     */
    public void assertFindsNoLeak() throws IOException, InterruptedException {
        long deadlineNanos = System.nanoTime() + PASSING.toNanos();
        String found = findLeaks();
        while (!found.equals(NO_LEAK) && System.nanoTime() - deadlineNanos < 0) {
            found = findLeaks();
        }
        assertEquals(NO_LEAK, found);
    }

    private String findLeaks() throws IOException, InterruptedException {
        return ask("findleaks?statusLine=true").strip();
    }

    private String ask(String command) throws IOException, InterruptedException {
        byte[] credentials = (USER + ":" + password).getBytes(StandardCharsets.UTF_8);
        Answer answer = Web.send(
                "GET",
                port,
                "/manager/text/" + command,
                "Authorization",
                "Basic " + Base64.getEncoder().encodeToString(credentials));
        assertEquals(200, answer.status(), answer::toString);
        return answer.text();
    }
}
