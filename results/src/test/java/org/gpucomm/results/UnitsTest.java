package org.gpucomm.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnitsTest {

    @ParameterizedTest
    @ValueSource(strings = {"0.00", "1.34218e+08", "-1", "+2.5", "12689", ".5", "5."})
    void numbersStayAsPrinted(String printed) {
        assertThat(Decimal.parse(" " + printed + " ").orElseThrow().text()).isEqualTo(printed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "N/A", "nan", "inf", "0x10", "1,5", "1e", "1e999999999", "--1", "1.2.3",
            "12345678901234567890123456789012345678901"})
    void whatIsNoFiniteDecimalIsNone(String text) {
        assertThat(Decimal.parse(text)).isEmpty();
    }

    @Test
    void conversionsAreExactForAnyNumber() {
        var random = new Random(42);
        for (int i = 0; i < 10_000; i++) {
            var value = new BigDecimal(random.nextInt(1_000_000)).movePointLeft(random.nextInt(6));
            var printed = new Decimal(value.toPlainString());
            assertThat(Bandwidth.ofGigabitsPerSecond(printed).gigabytesPerSecond().toBigDecimal()
                    .multiply(BigDecimal.valueOf(8))).isEqualByComparingTo(value);
            assertThat(Micros.ofSeconds(printed).value().toBigDecimal().divide(BigDecimal.valueOf(1_000_000)))
                    .isEqualByComparingTo(value);
            assertThat(Micros.ofNanos(printed).value().toBigDecimal().multiply(BigDecimal.valueOf(1000)))
                    .isEqualByComparingTo(value);
            assertThat(Bandwidth.ofMebibytesPerSecond(printed).gigabytesPerSecond().toBigDecimal()
                    .multiply(BigDecimal.valueOf(1_000_000_000)).divide(BigDecimal.valueOf(1 << 20)))
                    .isEqualByComparingTo(value);
        }
    }

    @Test
    void aNumberIsTheNearestDouble() {
        var random = new Random(11);
        for (int i = 0; i < 20_000; i++) {
            var printed = BigDecimal.valueOf(random.nextLong(1L << random.nextInt(1, 60)), random.nextInt(19))
                    .toPlainString();
            assertThat(new Decimal(printed).doubleValue()).isEqualTo(Double.parseDouble(printed));
        }
        assertThat(new Decimal("-1.5e3").doubleValue()).isEqualTo(-1500);
    }

    @Test
    void trailingZerosSurviveFromGigabits() {
        assertThat(Bandwidth.ofGigabitsPerSecond(new Decimal("12.70"))).hasToString("1.58750 GB/s");
        assertThat(Bandwidth.ofGigabitsPerSecond(new Decimal("97.433"))).hasToString("12.179125 GB/s");
    }

    @Test
    void messageSizesAreShownInBinaryUnits() {
        assertThat(new Bytes(8)).hasToString("8 B");
        assertThat(new Bytes(1024)).hasToString("1 KiB");
        assertThat(new Bytes(1536)).hasToString("1.5 KiB");
        assertThat(new Bytes(8L << 30)).hasToString("8 GiB");
        assertThatIllegalArgumentException().isThrownBy(() -> new Bytes(-1))
                .withMessage("message size must be at least 0 bytes, was -1");
    }

    @Test
    void anOutcomeWithoutTimeAndBandwidthIsNone() {
        assertThatIllegalArgumentException().isThrownBy(() -> Outcome.of(null, null, null, Decimal.of(0)))
                .withMessage("neither a time nor a bandwidth");
    }
}
