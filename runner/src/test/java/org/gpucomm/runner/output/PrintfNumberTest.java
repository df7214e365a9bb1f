package org.gpucomm.runner.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrintfNumberTest {

    @ParameterizedTest
    @CsvSource({"0,0.00", "0.125,0.12", "0.375,0.38", "8.434,8.43", "9999.994,9999.99", "9999.995,10000.0",
            "9999.999,10000.0",
            "17753.1,17753.1", "99999.96,100000", "1234567.4,1234567", "9999999.6,1.0e+07", "123456789,1.2e+08",
            "NaN,nan",
            "Infinity,inf"})
    void timesLoseDigitsUntilTheyFitSevenCharacters(double value, String text) {
        assertThat(PrintfNumber.fitting(7, value)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"362.894,362.89", "1234.5,1234.5", "99999.7,100000", "1234567,1e+06"})
    void bandwidthsFitSix(double value, String text) {
        assertThat(PrintfNumber.fitting(6, value)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"0,0", "1,1", "121.0534,121.053", "134217728,1.34218e+08", "1000000,1e+06", "999999.5,1e+06",
            "100000,100000",
            "0.00012345678,0.000123457", "0.000012,1.2e-05", "159.1510,159.151"})
    void countsAndMeansAreAsPercentGOfC(double value, String text) {
        assertThat(PrintfNumber.general(value)).isEqualTo(text);
    }

    @Test
    void theAwkOfThisMachineAgreesOnRandomNumbers() throws Exception {
        var random = new Random(7);
        var values = random.doubles(300).map(x -> Math.exp(x * 40 - 15)).toArray();
        var expected = new StringBuilder();
        for (double value : values) {
            expected.append(PrintfNumber.general(value)).append('\n');
        }
        assertThat(awk(values)).isEqualTo(expected.toString());
    }

    private static String awk(double[] values) throws IOException {
        var program = new StringBuilder("BEGIN {");
        for (double value : values) {
            program.append("printf \"%g\\n\", ").append(value).append(';');
        }
        var process = new ProcessBuilder("awk", program.append('}').toString()).start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
