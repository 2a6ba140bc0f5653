package org.pagerace.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pagerace.database.DatabaseChoice;
import org.pagerace.network.LineRate;
import org.pagerace.stacks.ExternalStack;
import org.pagerace.stacks.StackCatalog;
import org.pagerace.stacks.StackDescriptor;
import org.pagerace.stacks.StackException;

class NotesTest {

    private static String notes(DatabaseChoice database, List<String> pages, String... stacks) throws Exception {
        return notes(Protocol.MODERN, database, pages, List.of(), Optional.empty(), stacks);
    }

    private static String notes(
            Protocol protocol,
            DatabaseChoice database,
            List<String> pages,
            List<ExternalStack> external,
            Optional<LineRate> link,
            String... stacks)
            throws Exception {
        List<StackDescriptor> racing = Entrants.find(catalog(), List.of(stacks));
        var request = new RaceRequest(
                protocol,
                new Entrants(racing, external, List.of()),
                pages,
                Optional.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                database,
                1,
                List.of(),
                "1",
                false,
                LoadOptions.USUAL,
                false,
                false,
                CompareOptions.DEFAULT,
                link);
        return String.join("\n", Notes.of(request, Race.plan(request, "builtin"), 2));
    }

    private static StackCatalog catalog() throws StackException {
        return StackCatalog.load(Path.of("src", "main", "php", "stacks"), Optional.empty());
    }

    @Test
    void of_databaseRace_disclosesHowTheQueryIsSent() throws Exception {
        String notes = notes(new DatabaseChoice.Embedded(), List.of("db"), "jetty", "nginx-fpm");
        assertTrue(notes.contains("Java runs a prepared statement"), notes);
        assertTrue(notes.contains("PHP sends the SQL as text"), notes);
    }

    @Test
    void of_serverOfSomebodyElse_saysThatItCannotBeSeen() throws Exception {
        ExternalStack iis = ExternalStack.parse("iis=http://10.0.0.5/", Optional.empty());
        String notes = notes(
                Protocol.MODERN, new DatabaseChoice.None(), List.of("index"), List.of(iis), Optional.empty(), "jetty");
        assertTrue(notes.contains("Of iis only answers can be seen"), notes);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void of_protocolOfAnArticle_tellsOfTheLineThatIsThereOrMissing(boolean line) throws Exception {
        Optional<LineRate> link = line ? Optional.of(LineRate.parse("100mbit")) : Optional.empty();
        String notes =
                notes(Protocol.AB, new DatabaseChoice.None(), List.of("index"), List.of(), link, "jetty", "nginx-fpm");
        assertEquals(line, notes.contains("there is a line of 100 Mbit/s"), notes);
        assertEquals(!line, notes.contains("--link puts it back"), notes);
    }

    @Test
    void of_noDatabase_saysNothingOfIt() throws Exception {
        assertFalse(notes(new DatabaseChoice.None(), List.of("index"), "jetty").contains("database"));
    }

    @Test
    void of_lighttpd_disclosesItsOneProcess() throws Exception {
        var none = new DatabaseChoice.None();
        assertTrue(notes(none, List.of("index"), "lighttpd-fpm").contains("lighttpd is one process"));
        assertFalse(notes(none, List.of("index"), "nginx-fpm").contains("lighttpd"));
    }
}
