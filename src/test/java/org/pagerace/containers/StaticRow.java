package org.pagerace.containers;

import java.io.IOException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pagerace.pages.Answer;

/** One line of static.txt. */
record StaticRow(String method, String file, List<String> headers, String expected) {
    private static final Map<String, String> FILES =
            Map.of("index", "index.html", "short", "testing.html", "empty", "empty.html");
    private static final Pattern JETTY = Pattern.compile(" jetty=(\\d+)");

    static List<StaticRow> all() throws IOException {
        return Table.rows("static.txt").stream().map(StaticRow::of).toList();
    }

    private static StaticRow of(List<String> columns) {
        String[] request = columns.get(0).split(" +", -1);
        List<String> headers =
                columns.get(1).isEmpty() ? List.of() : List.of(columns.get(1).split("; ", -1));
        return new StaticRow(request[0], FILES.get(request[1]), headers, columns.get(2));
    }

    /** Tells whether this is one of the answers that Jetty is known to get wrong. */
    boolean isWrongIn(Kind kind) {
        return kind.isJetty() && JETTY.matcher(expected).find();
    }

    private String expectedOf(Kind kind) {
        Matcher jetty = JETTY.matcher(expected);
        if (!jetty.find()) {
            return expected;
        }
        return kind.isJetty() ? jetty.group(1) : jetty.replaceFirst("");
    }

    /** Asks, and returns what is wrong with the answer. */
    Optional<String> failure(Wire wire, Kind kind) throws IOException {
        Answer plain = wire.send("HEAD", "/" + file);
        Answer answer = wire.send(
                method,
                "/" + file,
                headers.stream().map(header -> filledIn(header, plain)).toArray(String[]::new));
        List<String> wrong = Arrays.stream(expectedOf(kind).split(" or ", -1))
                .map(alternative -> difference(alternative, answer, plain))
                .toList();
        return wrong.contains("")
                ? Optional.empty()
                : Optional.of(this + " -> " + wrong + ", the answer: " + answer.status() + " " + answer.headers());
    }

    private static String filledIn(String header, Answer plain) {
        String modified = plain.header("Last-Modified");
        String etag = plain.header("ETag") == null ? "\"none\"" : plain.header("ETag");
        return header.replace("{etag}", etag)
                .replace("{modified}", modified)
                .replace("{older}", shifted(modified, Duration.ofHours(-1)))
                .replace("{newer}", shifted(modified, Duration.ofHours(1)));
    }

    private static String shifted(String date, Duration by) {
        return ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME)
                .plus(by)
                .format(DateTimeFormatter.RFC_1123_DATE_TIME);
    }

    /** Returns what the answer lacks of an expected one; empty if nothing. */
    private String difference(String alternative, Answer answer, Answer plain) {
        int status = Integer.parseInt(alternative.substring(0, 3));
        if (answer.status() != status) {
            return "not " + status;
        }
        String whole = Pages.latinOf(file);
        String body;
        String range = null;
        switch (status) {
            case 200 -> body = whole;
            case 206 -> {
                String[] ends = alternative.substring(4).split("-", -1);
                body = whole.substring(Integer.parseInt(ends[0]), Integer.parseInt(ends[1]) + 1);
                range = "bytes " + alternative.substring(4) + "/" + whole.length();
            }
            case 304 -> {
                return answer.latin().isEmpty() ? "" : "a body";
            }
            case 412 -> body = "412 not possible\n";
            case 416 -> {
                body = "416 range not satisfiable\n";
                range = "bytes */" + whole.length();
            }
            default -> throw new IllegalArgumentException("no rule for " + alternative);
        }
        if (!Integer.toString(body.length()).equals(answer.header("Content-Length"))) {
            return "not Content-Length " + body.length();
        } else if (!answer.latin().equals(method.equals("HEAD") ? "" : body)) {
            return "other bytes";
        } else if (range != null && !range.equals(answer.header("Content-Range"))) {
            return "not Content-Range " + range;
        } else if (status < 300 && !plain.header("Last-Modified").equals(answer.header("Last-Modified"))) {
            return "another Last-Modified";
        }
        return "";
    }
}
