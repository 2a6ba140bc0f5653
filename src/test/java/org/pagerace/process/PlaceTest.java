package org.pagerace.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class PlaceTest {
    @Test
    void allowed_rangesAndSingles_areAllListed() {
        assertEquals(
                List.of(0, 2, 3, 4, 9),
                Place.allowed("Name:\tx\nCpus_allowed:\t21d\nCpus_allowed_list:\t0,2-4,9\nMems_allowed:\t1\n"));
        assertEquals(List.of(), Place.allowed("Name:\tx\n"));
    }

    @Test
    void ofCores_allThereAre_needsNoWords() throws ProcessException {
        assertEquals(List.of(), Place.ofCores(Runtime.getRuntime().availableProcessors()));
    }
}
