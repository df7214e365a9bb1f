package org.gpucomm.results.format.canonical;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpreadsheetCellTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`',
            value = {"=cmd|'=cmd", "=1+1|'=1+1", "+1+1|'+1+1", "@SUM(1)|'@SUM(1)",
                    "-2+3|'-2+3", "-1.5|-1.5", "+2e-3|+2e-3", "nccl|nccl", "'quoted'|'quoted'", "'=x|''=x", "'-1|''-1",
                    "a=b;c=-1|a=b;c=-1"})
    void whatASpreadsheetWouldRunGetsAnApostropheAndIsReadBackAsItWas(String text, String cell) {
        assertThat(SpreadsheetCell.write(text)).isEqualTo(cell);
        assertThat(SpreadsheetCell.read(cell)).isEqualTo(text);
    }
}
