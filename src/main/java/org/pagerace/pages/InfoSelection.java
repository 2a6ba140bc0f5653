package org.pagerace.pages;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which sections a request asks for.
 *
 * @param credits whether section 20 shows its credits
 * @param licence whether it shows its licence
 */
record InfoSelection(List<InfoSection> sections, boolean credits, boolean licence) {
    static final int GENERAL = 1;
    static final int CREDITS = 2;
    static final int CONFIGURATION = 4;
    static final int MODULES = 8;
    static final int ENVIRONMENT = 16;
    static final int VARIABLES = 32;
    static final int LICENSE = 64;

    private static final int ALL_BITS = 127;
    private static final long ALL_UNSIGNED = 4_294_967_295L;

    static final InfoSelection ALL = ofMask(ALL_BITS);

    /**
     * Reads {@code what=}: {@code all}, names of sections with commas between them, or PHP's number.
     *
     * @return nothing if a word or number is unknown
     */
    static Optional<InfoSelection> parse(String what) {
        if (what.equals("all")) {
            return Optional.of(ALL);
        }
        if (what.matches("-?\\d{1,10}")) {
            long mask = Long.parseLong(what);
            if (mask == -1 || mask == ALL_UNSIGNED) {
                return Optional.of(ALL);
            }
            return mask >= 1 && mask <= ALL_BITS ? Optional.of(ofMask((int) mask)) : Optional.empty();
        }
        List<String> names = List.of(what.split(",", -1));
        var sections = new ArrayList<InfoSection>();
        for (InfoSection section : InfoSections.ALL) { // in the order of the page, each once
            if (names.contains(section.name())) {
                sections.add(section);
            }
        }
        boolean allKnown = names.stream()
                .allMatch(name ->
                        sections.stream().anyMatch(section -> section.name().equals(name)));
        return allKnown ? Optional.of(new InfoSelection(List.copyOf(sections), true, true)) : Optional.empty();
    }

    private static InfoSelection ofMask(int mask) {
        return new InfoSelection(
                InfoSections.ALL.stream()
                        .filter(section -> (section.mask() & mask) != 0)
                        .toList(),
                (mask & CREDITS) != 0,
                (mask & LICENSE) != 0);
    }
}
