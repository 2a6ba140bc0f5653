package org.pagerace.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandWordsTest {

    @Test
    void repeating_noSeedGiven_addsTheOneThatWasUsed() {
        assertEquals(
                List.of("race", "--time", "90s", "--seed", "7"),
                CommandWords.repeating(List.of("race", "--time", "90s"), 7));
    }

    @Test
    void repeating_seedGiven_isLeftAsItIs() {
        assertEquals(List.of("race", "--seed=3"), CommandWords.repeating(List.of("race", "--seed=3"), 3));
        assertEquals(List.of("race", "--seed", "3"), CommandWords.repeating(List.of("race", "--seed", "3"), 3));
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:mysql://me:secret@127.0.0.1:3306/bench, jdbc:mysql://…@127.0.0.1:3306/bench",
        "jdbc:mysql://h/bench?user=me&password=secret&useSSL=false, jdbc:mysql://h/bench?user=me&password=…&useSSL=false",
        "jdbc:mysql://h/bench?trustCertificateKeyStorePassword=secret, jdbc:mysql://h/bench?trustCertificateKeyStorePassword=…",
        "jdbc:mysql://127.0.0.1:3306/bench, jdbc:mysql://127.0.0.1:3306/bench",
        "jetty;nginx-fpm, jetty;nginx-fpm"
    })
    void withoutSecrets_jdbcUrl_losesOnlySecrets(String word, String expected) {
        assertEquals(expected, CommandWords.withoutSecrets(word));
    }
}
