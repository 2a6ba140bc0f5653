package org.pagerace.load.compat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.pagerace.load.compat.GetOpt.Style;

class GetOptTest {
    /** Reads all and writes it down: letters, with their values in brackets. */
    private static String read(GetOpt options) {
        var text = new StringBuilder();
        for (int letter = options.next(); letter != GetOpt.END; letter = options.next()) {
            text.append((char) letter);
            if (letter == 'n') {
                text.append('(').append(options.value()).append(')');
            }
        }
        return text.toString();
    }

    @Test
    void next_attachedSeparateAndGrouped_areAllRead() {
        var options = new GetOpt(List.of("-n5", "-kd", "-n", "7", "-kn9", "url"), "n:kd", Style.APR);
        assertEquals("n(5)kdn(7)kn(9)", read(options));
        assertEquals(List.of("url"), options.rest());
    }

    @Test
    void next_aprStyle_stopsAtTheFirstOperand() {
        var options = new GetOpt(List.of("-k", "url", "-n", "5"), "n:k", Style.APR);
        assertEquals("k", read(options));
        assertEquals(List.of("url", "-n", "5"), options.rest());
    }

    @Test
    void next_gnuStyle_putsOperandsAside() {
        var options = new GetOpt(List.of("url", "-k", "-n", "5", "--", "-k"), "n:k", Style.GNU);
        assertEquals("kn(5)", read(options));
        assertEquals(List.of("url", "-k"), options.operands());
    }

    @Test
    void next_twoHyphensAndName_endForAprAndAreUnknownForGnu() {
        var apr = new GetOpt(List.of("--foo", "url"), "k", Style.APR);
        assertEquals(GetOpt.END, apr.next());
        assertEquals(List.of("url"), apr.rest());
        var gnu = new GetOpt(List.of("--foo"), "k", Style.GNU);
        assertEquals(GetOpt.UNKNOWN, gnu.next());
        assertEquals('-', gnu.letter());
    }

    @Test
    void next_unknownOrWithoutValue_saysWhich() {
        var unknown = new GetOpt(List.of("-Q"), "n:", Style.APR);
        assertEquals(GetOpt.UNKNOWN, unknown.next());
        assertEquals('Q', unknown.letter());
        var missing = new GetOpt(List.of("-n"), "n:", Style.APR);
        assertEquals(GetOpt.NO_VALUE, missing.next());
        assertEquals('n', missing.letter());
        assertEquals(List.of(), missing.rest());
    }

    @Test
    void next_singleHyphen_isAnOperand() {
        var options = new GetOpt(List.of("-", "-k"), "k", Style.GNU);
        assertEquals("k", read(options));
        assertEquals(List.of("-"), options.operands());
    }
}
