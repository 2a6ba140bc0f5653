package org.pagerace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** docs/bug-reports.md names tests, and they are there. */
class BugReportsPageTest {
    private static final Path PAGE = Path.of("docs", "bug-reports.md");
    private static final Pattern TEST = Pattern.compile("`([\\w.]+)#(\\w+)`");
    private static final int TESTS_COLUMN = 5;

    private static List<String[]> rows() throws IOException {
        return Files.readAllLines(PAGE).stream()
                .filter(line -> line.startsWith("| ") && !line.startsWith("| ---") && !line.startsWith("| no. "))
                .map(line -> line.split(" *\\| *", -1))
                .toList();
    }

    @Test
    void rows_reports_areAllThere() throws IOException {
        List<String> numbers = rows().stream().map(row -> row[1]).toList();
        List<String> expected = new ArrayList<>(
                IntStream.rangeClosed(1, 24).mapToObj(Integer::toString).toList());
        expected.addAll(List.of("S3", "S5", "S6", "S7", "S8", "G", "D1", "D2", "D3", "D6", "L1", "L3", "L4", "stop"));
        assertEquals(expected, numbers);
    }

    @Test
    void tests_eachNamed_existAndAreTests() throws Exception {
        for (String[] row : rows()) {
            List<MatchResult> tests = TEST.matcher(row[TESTS_COLUMN]).results().toList();
            assertFalse(tests.isEmpty(), "row " + row[1] + " names no test");
            assertEquals(row[TESTS_COLUMN].split(",").length, tests.size(), "row " + row[1] + ": " + row[TESTS_COLUMN]);
            for (MatchResult test : tests) {
                assertTrue(isTest(test.group(1), test.group(2)), "row " + row[1] + ": " + test.group());
            }
        }
    }

    private static boolean isTest(String name, String method) throws ClassNotFoundException {
        Class<?> type = Class.forName("org.pagerace." + name, false, BugReportsPageTest.class.getClassLoader());
        return Arrays.stream(type.getDeclaredMethods())
                .filter(one -> one.getName().equals(method))
                .anyMatch(BugReportsPageTest::isTest);
    }

    private static boolean isTest(Method method) {
        return method.isAnnotationPresent(Test.class) || method.isAnnotationPresent(ParameterizedTest.class);
    }
}
