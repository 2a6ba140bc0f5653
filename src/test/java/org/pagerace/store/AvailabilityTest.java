package org.pagerace.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AvailabilityTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final Availability availability = new Availability(() -> {});
    private final List<String> lines = new ArrayList<>();
    private final Logger logger = Logger.getLogger(Availability.class.getName());
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord line) {
            lines.add(line.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        logger.setUseParentHandlers(false);
        logger.addHandler(handler);
    }

    @AfterEach
    void stopListening() {
        logger.removeHandler(handler);
        logger.setUseParentHandlers(true);
    }

    @Test
    void worthTrying_nothingKnown_isTrue() {
        assertTrue(availability.worthTrying());
        assertEquals(Availability.State.UNKNOWN, availability.state());
    }

    @Test
    void onFailure_threeWithinTwoSeconds_opens() {
        availability.onUp("x");
        availability.onFailure(0, "gone");
        availability.onFailure(SECOND, "gone");
        assertTrue(availability.worthTrying());
        availability.onFailure(2 * SECOND, "gone");
        assertFalse(availability.worthTrying());
    }

    @Test
    void onFailure_threeFarApart_doNotOpen() {
        availability.onUp("x");
        availability.onFailure(0, "gone");
        availability.onFailure(SECOND, "gone");
        availability.onFailure(2 * SECOND + 1, "gone");
        assertTrue(availability.worthTrying());
    }

    @Test
    void changes_downAndUp_areOneLineEach() {
        availability.onDown("refused");
        availability.onDown("refused");
        for (int i = 0; i < 10; i++) {
            availability.onFailure(i, "refused");
        }
        availability.onUp("MariaDB");
        availability.onUp("MariaDB");
        assertEquals(2, lines.size(), lines::toString);
    }
}
