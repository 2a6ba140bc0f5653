package org.pagerace.containers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.pagerace.pages.Answer;
import org.pagerace.pages.Web;

/** Tomcat's manager, its text interface; for the user that {@link Tomcat#manager} made. */
public record Manager(int port, String password) {
    static final String USER = "robot";

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

    /** Tomcat collects garbage and looks for class loaders that are still there although their application is not. */
    public void assertFindsNoLeak() throws IOException, InterruptedException {
        assertEquals(
                "OK - No memory leaks found", ask("findleaks?statusLine=true").strip());
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
