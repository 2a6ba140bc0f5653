package org.pagerace.cli;

import org.pagerace.race.NoiseOption;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code auto}, {@code measure}, {@code none} or a share such as {@code 3%}. */
final class NoiseFloorConverter implements ITypeConverter<NoiseOption> {
    @Override
    public NoiseOption convert(String text) {
        return switch (text) {
            case "auto" -> NoiseOption.AUTOMATIC;
            case "measure" -> new NoiseOption(NoiseOption.Kind.MEASURE, 0);
            case "none" -> new NoiseOption(NoiseOption.Kind.NONE, 0);
            default -> given(text);
        };
    }

    private static NoiseOption given(String text) {
        try {
            return new NoiseOption(NoiseOption.Kind.GIVEN, new PercentConverter().convert(text));
        } catch (TypeConversionException e) {
            throw new TypeConversionException("'" + text + "' is not auto, measure, none, or a share such as 3%");
        }
    }
}
