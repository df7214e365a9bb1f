package org.gpucomm.runner.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The small floating-point types of {@code native/kernels/values.h}, against Java's own conversions and the formats' definitions. */
class ValuesTest {

    private static final int HALF = 7;
    private static final int BFLOAT16 = 10;
    private static final int E4M3 = 11;

    @TempDir
    Path folder;

    @Test
    void everyElementOfTheSmallTypesIsReadAndWrittenAsItsFormatSays() throws Exception {
        assumeTrue(Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .anyMatch(bin -> Files.isExecutable(Path.of(bin, "cc"))), "no C compiler (install gcc)");
        var program = folder.resolve("values").toString();
        run(List.of("cc", "-I../native/include", "-I../native/kernels", "-o", program,
                "../native/test/values.c"));
        var lines = run(List.of(program));
        assertThat(lines).hasSize(2 * 65536 + 2 * 256);
        for (var line : lines) {
            var cells = line.split(" ");
            int type = Integer.parseInt(cells[0]);
            int bits = Integer.parseInt(cells[1]);
            double value = cells[2].endsWith("nan") ? Double.NaN : Double.parseDouble(hexadecimal(cells[2]));
            if (isFinite(type, bits)) {
                assertThat(value).as(line).isEqualTo(defined(type, bits));
                assertThat(cells[3]).as(line).isEqualTo(cells[1]);
            } else {
                assertThat(value).as(line).isNaN();
            }
        }
    }

    private static boolean isFinite(int type, int bits) {
        return switch (type) {
            case HALF -> (bits & 0x7C00) != 0x7C00;
            case BFLOAT16 -> (bits & 0x7F80) != 0x7F80;
            case E4M3 -> (bits & 0x7F) != 0x7F;
            default -> (bits & 0x7C) != 0x7C;
        };
    }

    private static double defined(int type, int bits) {
        return switch (type) {
            case HALF -> Float.float16ToFloat((short) bits);
            case BFLOAT16 -> Float.intBitsToFloat(bits << 16);
            // The OCP's 8-bit floating-point formats; E5M2 is the upper half of an IEEE half.
            case E4M3 -> (bits < 128 ? 1 : -1) * ((bits & 0x78) == 0
                    ? (bits & 7) * Math.pow(2, -9)
                    : (8 + (bits & 7)) * Math.pow(2, ((bits >> 3) & 15) - 10));
            default -> Float.float16ToFloat((short) (bits << 8));
        };
    }

    /** C writes 0x1p+3, Java wants 0x1p3. */
    private static String hexadecimal(String c) {
        return c.replace("p+", "p");
    }

    private static List<String> run(List<String> command) throws Exception {
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var output = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output.lines().toList();
    }
}
