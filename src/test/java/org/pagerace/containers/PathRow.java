package org.pagerace.containers;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.pagerace.pages.Answer;

/** One line of paths.txt: {@code page} is empty where the address must be refused. */
public record PathRow(String path, boolean mayRefuse, String page) {

    public static List<PathRow> all() throws IOException {
        return Table.rows("paths.txt").stream().map(PathRow::of).toList();
    }

    private static PathRow of(List<String> columns) {
        String[] expected = columns.get(1).split(" /", -1);
        String page = expected.length == 1 ? "" : expected[1];
        return switch (expected[0]) {
            case "refused" -> new PathRow(columns.get(0), true, "");
            case "page" -> new PathRow(columns.get(0), false, page);
            case "either" -> new PathRow(columns.get(0), true, page);
            default -> throw new IllegalArgumentException("no rule for " + columns);
        };
    }

    /** Asks, and returns what is wrong with the answer. */
    Optional<String> failure(Wire wire) throws IOException {
        Answer answer = wire.get(path);
        if (answer.status() == 200 && !page.isEmpty()) {
            return answer.latin().equals(Pages.latinOf(page)) ? Optional.empty() : failure("other bytes", answer);
        }
        if (!mayRefuse || (answer.status() != 400 && answer.status() != 404)) {
            return failure("status " + answer.status(), answer);
        }
        if (answer.status() == 404 && !answer.text().equals("404 not found\n")) {
            return failure("not the fixed body", answer);
        }
        return Leaks.in(answer).map(leak -> this + " shows " + leak + ": " + answer);
    }

    /** Asks, and returns what of the protected files is in the answer, whatever its status. */
    Optional<String> protectedContent(Wire wire) throws IOException {
        Answer answer = wire.get(path);
        return page.isEmpty() ? Leaks.ofProtectedFiles(answer) : Optional.empty();
    }

    private Optional<String> failure(String what, Answer answer) {
        String body = answer.latin();
        return Optional.of(this + " -> " + what + ": " + body.substring(0, Math.min(300, body.length())));
    }
}
