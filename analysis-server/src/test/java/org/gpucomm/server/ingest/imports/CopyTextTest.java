package org.gpucomm.server.ingest.imports;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.gpucomm.results.Decimal;
import org.junit.jupiter.api.Test;

class CopyTextTest {

    private final CopyText text = new CopyText();

    @Test
    void wholeNumbersAreWrittenAsJavaWritesThem() {
        var numbers = new ArrayList<>(List.of(0L, 1L, 9L, 10L, 99L, 100L, -1L, -10L, Long.MAX_VALUE, Long.MIN_VALUE));
        new Random(1).longs(1000).map(number -> number >> (number & 63)).forEach(numbers::add);
        numbers.forEach(text::whole);
        text.endRow();
        assertThat(written()).isEqualTo(String.join("\t", numbers.stream().map(String::valueOf).toList()) + "\n");
    }

    @Test
    void numbersKeepTheDigitsThatWerePrintedUnlessADoubleMightNotHoldThem() {
        for (var number : List.of("0.00", "12.50", "-3", "1.34218e+08", "1e99",
                "1234567890123456789012345678901234567890")) {
            text.number(new Decimal(number));
        }
        text.endRow();
        assertThat(written()).isEqualTo("0.00\t12.50\t-3\t1.34218E8\t1.0E99\t1.2345678901234568E39\n");
    }

    @Test
    void whatIsNotKnownIsNull() {
        text.whole(null);
        text.number(null);
        text.whole(Long.valueOf(7));
        text.endRow();
        assertThat(written()).isEqualTo("\\N\t\\N\t7\n");
    }

    @Test
    void itGrowsWithItsRows() {
        for (int i = 0; i < 50_000; i++) {
            text.whole(i);
            text.number(new Decimal("0.5"));
            text.endRow();
        }
        assertThat(written().lines()).hasSize(50_000).last().isEqualTo("49999\t0.5");
    }

    private String written() {
        return new String(text.toBytes(), StandardCharsets.ISO_8859_1);
    }
}
