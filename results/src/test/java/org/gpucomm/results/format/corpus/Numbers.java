package org.gpucomm.results.format.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Quantities next to what a log printed. */
final class Numbers {

    private Numbers() {}

    static void expectSeconds(@Nullable Object micros, JsonNode seconds) {
        expectNumber(micros, new BigDecimal(seconds.asString()).scaleByPowerOfTen(6).toPlainString());
    }

    static void expectNumber(@Nullable Object quantity, @Nullable String printed) {
        if (printed == null) {
            assertThat(quantity).isNull();
            return;
        }
        var text = Objects.requireNonNull(quantity).toString();
        assertThat(new BigDecimal(text.substring(0, text.indexOf(' ')))).isEqualByComparingTo(new BigDecimal(printed));
    }
}
