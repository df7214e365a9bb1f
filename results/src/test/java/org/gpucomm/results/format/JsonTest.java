package org.gpucomm.results.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

import org.gpucomm.results.Decimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {

    @Test
    void numbersKeepTheirDigitsAndTextsTheirEscapes() {
        assertThat(Json.parse(" {\"a\":[1.50,true,null],\"b\":\"x\\\"\\u00b5\\n\\/\",\"c\":{}} ")).isEqualTo(
                Map.of("a", Arrays.asList(new Decimal("1.50"), true, null), "b",
                        "x\"µ\n/", "c", Map.of()));
    }

    @Test
    void whatWasQuotedIsReadBack() {
        for (var text : List.of("", "a\"b\\c", "tab\tnew\nline\u0001", "µ 日本 🙂")) {
            var json = new StringBuilder();
            Json.quote(json, text);
            assertThat(Json.parse(json.toString())).isEqualTo(text);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[1", "[1,]", "{\"a\"}", "{\"a\":1,}", "{a:1}", "\"x", "\"\\x\"", "\"\\u00g0\"",
            "\"\\u00", "nul", "1 2", "--1", "\"a\nb\"", "[}"})
    void whatIsNoJsonIsRefusedWithTheCharacterWhereItWentWrong(String text) {
        assertThatThrownBy(() -> Json.parse(text)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageMatching(".+ at character \\d+ of the JSON text").message().doesNotContain("Source");
    }

    @Test
    void aTextOfBracketsDoesNotUseUpTheStack() {
        assertThatThrownBy(() -> Json.parse("[".repeat(1_000_000))).hasMessageContaining("maximum allowed (64");
    }
}
