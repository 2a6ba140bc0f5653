package org.pagerace.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a share such as {@code 3%} or {@code 2.5%} as 0.03 or 0.025. */
final class PercentConverter implements ITypeConverter<Double> {
    private static final Pattern FORM = Pattern.compile("(\\d{1,2}(?:\\.\\d{1,6})?) ?%");

    @Override
    public Double convert(String text) {
        try {
            return parse(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }

    /** As above, for a share that is a part of an option's value. */
    static double parse(String text) {
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches()) {
            throw new IllegalArgumentException("'" + text + "' is no share from 0% to 99%, such as 5% or 2.5%");
        }
        return Double.parseDouble(form.group(1)) / 100;
    }
}
