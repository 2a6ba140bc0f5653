package org.pagerace.race;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.pagerace.database.DatabaseChoice;
import org.pagerace.stacks.ExternalStack;
import org.pagerace.stacks.StackCatalog;
import org.pagerace.stacks.StackDescriptor;
import org.pagerace.stacks.StackException;

class NotesTest {

    private static String notes(DatabaseChoice database, List<String> pages, String... stacks) throws Exception {
        return notes(database, pages, List.of(), stacks);
    }

    private static String notes(
            DatabaseChoice database, List<String> pages, List<ExternalStack> external, String... stacks)
            throws Exception {
        List<StackDescriptor> racing = Entrants.find(catalog(), List.of(stacks));
        var request = new RaceRequest(
                Protocol.MODERN,
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
                Optional.empty());
        RacePlan plan = Plans.of(new Plans.Wish(
                Protocol.MODERN,
                List.of(stacks),
                pages,
                Optional.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                2,
                1));
        return String.join("\n", Notes.of(request, plan, 2));
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
        String notes = notes(new DatabaseChoice.None(), List.of("index"), List.of(iis), "jetty");
        assertTrue(notes.contains("Of iis only answers can be seen"), notes);
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
