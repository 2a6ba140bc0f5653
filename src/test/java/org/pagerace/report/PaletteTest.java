package org.pagerace.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PaletteTest {
    private static final Pattern COLOUR = Pattern.compile("--([\\w-]+): #([0-9a-f]{3,6});");

    @Test
    void of_thirteenStacks_areAllDifferent() {
        var palette = new Palette(FullRaces.THIRTEEN);
        Set<String> looks = new HashSet<>();
        FullRaces.THIRTEEN.forEach(stack -> looks.add(palette.of(stack)));
        assertEquals(13, looks.size());
    }

    /** Marks that carry meaning need 3:1 against what lies behind them (WCAG 2.2, 1.4.11). */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void styles_everyStack_isSeenOnThePaper(boolean dark) throws IOException {
        Map<String, String> colours = colours(dark);
        for (int i = 1; i <= 7; i++) {
            double contrast = contrast(colours.get("stack-" + i), colours.get("paper"));
            assertTrue(contrast >= 3, "stack-" + i + " has " + contrast);
        }
    }

    /** The dark scheme's block follows the light one's and overrides it. */
    private static Map<String, String> colours(boolean dark) throws IOException {
        String css;
        try (InputStream in = HtmlReport.class.getResourceAsStream("/report/report.css")) {
            css = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        int split = css.indexOf("@media");
        Map<String, String> colours = new HashMap<>();
        Matcher matcher = COLOUR.matcher(dark ? css : css.substring(0, split));
        while (matcher.find()) {
            colours.put(matcher.group(1), matcher.group(2));
        }
        return colours;
    }

    private static double contrast(String one, String other) {
        double a = luminance(one);
        double b = luminance(other);
        return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    }

    private static double luminance(String hex) {
        String six = hex.length() == 3 ? hex.replaceAll("(\\w)", "$1$1") : hex;
        double[] weights = {0.2126, 0.7152, 0.0722};
        double sum = 0;
        for (int i = 0; i < weights.length; i++) {
            double channel = Integer.parseInt(six.substring(2 * i, 2 * i + 2), 16) / 255.0;
            sum += weights[i] * (channel <= 0.04045 ? channel / 12.92 : Math.pow((channel + 0.055) / 1.055, 2.4));
        }
        return sum;
    }
}
