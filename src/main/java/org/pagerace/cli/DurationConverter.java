package org.pagerace.cli;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads times as 500ms, 10s, 1.5m or 2h; the unit is never left to guess. */
final class DurationConverter implements ITypeConverter<Duration> {
    private static final Pattern FORM = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)(ms|s|m|h)");
    private static final Map<String, Long> NANOS = Map.of(
            "ms", 1_000_000L,
            "s", 1_000_000_000L,
            "m", 60_000_000_000L,
            "h", 3_600_000_000_000L);

    @Override
    public Duration convert(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new TypeConversionException(
                    "a time is a number and ms, s, m or h, as in 500ms or 10s, but this is '" + text + "'");
        }
        var nanos = new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(NANOS.get(matcher.group(2))));
        var parts = nanos.toBigInteger().divideAndRemainder(java.math.BigInteger.valueOf(1_000_000_000L));
        return Duration.ofSeconds(parts[0].longValueExact(), parts[1].longValueExact());
    }
}
