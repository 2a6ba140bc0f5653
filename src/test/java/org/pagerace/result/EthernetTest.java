package org.pagerace.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

class EthernetTest {
    private static final long RATE = 100_000_000;

    /** The rows of the articles by which the model was found: what it predicted, and what they measured. */
    @TestFactory
    Stream<DynamicTest> responsesPerSecond_rowsOfTheArticles_areMet() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (JsonNode row : figures().path("link_arithmetic").path("model_check")) {
            tests.add(DynamicTest.dynamicTest(row.path("meaning").asString(), () -> {
                double perSecond = Ethernet.responsesPerSecond(
                        RATE, row.path("response_bytes").asLong(), true);
                assertEquals(row.path("predicted_per_sec").asDouble(), perSecond, 0.005);
                double measured = row.path("measured_per_sec").asDouble();
                assertEquals(measured, perSecond, measured * 0.005);
            }));
        }
        assertEquals(3, tests.size());
        return tests.stream();
    }

    private static JsonNode figures() throws IOException {
        try (InputStream in = EthernetTest.class.getResourceAsStream("/classic-results.yaml")) {
            assertNotNull(in);
            return new YAMLMapper().readTree(in);
        }
    }

    @Test
    void wireBytes_fullSegment_takes1538() {
        assertEquals(1538, Ethernet.wireBytes(1448, false));
        assertEquals(2 * 1538, Ethernet.wireBytes(2 * 1448, false));
        assertEquals(1538 + 90 + 1, Ethernet.wireBytes(1449, false));
    }

    @Test
    void wireBytes_ownConnection_costsSynAckAndFin() {
        assertEquals(98 + 90, Ethernet.wireBytes(5000, true) - Ethernet.wireBytes(5000, false));
    }
}
