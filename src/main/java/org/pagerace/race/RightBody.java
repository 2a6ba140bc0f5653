package org.pagerace.race;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Tells the right body of a page from one that is merely the same everywhere, such as a default page or an error. */
sealed interface RightBody {

    /** Returns what is wrong, to follow the words "page db of nginx-fpm"; empty if it is right. */
    Optional<String> problem(Answer answer);

    /** Returns what is right, for the report. */
    String words();

    /**
     * The bytes of a file in the archive.
     *
     * @param file its name, and its bytes as those of an answer
     */
    record OfFile(Answer file) implements RightBody {
        @Override
        public Optional<String> problem(Answer answer) {
            int differs = answer.mismatch(file);
            return differs < 0
                    ? Optional.empty()
                    : Optional.of(String.format(
                            Locale.ROOT,
                            "(%s) is not %s of the archive (%s); the first differing byte is number %,d (counted from 0)",
                            answer.describe(),
                            file.path(),
                            file.describe(),
                            differs));
        }

        @Override
        public String words() {
            return "the bytes of " + file.path() + " in the archive";
        }
    }

    /** A table of so many rows, whose content depends on the database. */
    record OfRows(int rows) implements RightBody {
        private static final Pattern ROW = Pattern.compile("<tr><td", Pattern.LITERAL);

        @Override
        public Optional<String> problem(Answer answer) {
            long found =
                    ROW.matcher(answer.text(StandardCharsets.UTF_8)).results().count();
            return found == rows
                    ? Optional.empty()
                    : Optional.of("has " + found + " rows instead of " + rows + "; is sql/data.sql in the database?");
        }

        @Override
        public String words() {
            return rows + " rows, the same bytes everywhere";
        }
    }

    /** A size; for pages that tell each server's own story. Smaller is a stub, larger dumps what the others do not. */
    record OfSize(int leastBytes, int mostBytes) implements RightBody {
        @Override
        public Optional<String> problem(Answer answer) {
            int bytes = answer.length();
            return bytes >= leastBytes && bytes <= mostBytes
                    ? Optional.empty()
                    : Optional.of(String.format(
                            Locale.ROOT,
                            "has %,d bytes, outside %,d to %,d; is it a whole phpinfo() page?",
                            bytes,
                            leastBytes,
                            mostBytes));
        }

        @Override
        public String words() {
            return String.format(Locale.ROOT, "%,d to %,d bytes", leastBytes, mostBytes);
        }
    }
}
