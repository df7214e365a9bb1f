package org.gpucomm.results.format.canonical;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpreadsheetCellTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`',
            value = {"=cmd|'=cmd", "=1+1|'=1+1", "+1+1|'+1+1", "@SUM(1)|'@SUM(1)",
                    "-2+3|'-2+3", "-1.5|-1.5", "+2e-3|+2e-3", "nccl|nccl", "'quoted'|'quoted'", "'=x|''=x", "'-1|''-1",
                    "a=b;c=-1|a=b;c=-1", "\uFF1D1+1|'\uFF1D1+1", "\uFF0B1+a|'\uFF0B1+a", "\uFF20a|'\uFF20a",
                    "a=b;=cmd|a=b;'=cmd", "a=b;'@x;;-y=1;-2;|a=b;''@x;;'-y=1;-2;", ";|;"})
    void whatASpreadsheetWouldRunGetsAnApostropheAndIsReadBackAsItWas(String text, String cell) {
        assertThat(SpreadsheetCell.write(text)).isEqualTo(cell);
        assertThat(SpreadsheetCell.read(cell)).isEqualTo(text);
    }

    @Test
    void oneOfTabsAndLineEndsToo() {
        for (var text : List.of("\t=1+1", "\r=1+1", "\n=1+1")) {
            assertThat(SpreadsheetCell.write(text)).isEqualTo("'" + text);
            assertThat(SpreadsheetCell.read("'" + text)).isEqualTo(text);
        }
    }
}
