package org.gpucomm.server.analysis.headline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.DoubleUnaryOperator;

import org.junit.jupiter.api.Test;

/** Columns, sections and files that were measured to be compared are compared first. */
class SideBySideTest {

    private static final long GIB = 1 << 30;

    @Test
    void columnsThatCrossAreSaidWithTheSizesBetweenWhichTheyDo() throws Exception {
        assertThat(headline("""
                | Size | Ring (us) | Tree (us) |
                |---|---|---|
                | 64K | 52.0 | 40.0 |
                | 1M | 97.5 | 91.0 |
                | 16M | 410.0 | 502.0 |
                | 256M | 5400.0 | 9100.0 |
                """)).isEqualTo(
                "All-Reduce: tree is faster up to 1 MiB (ring takes 7.1 to 30 % longer), ring from 16 MiB on "
                        + "(tree takes 22 to 69 % longer).");
    }

    @Test
    void columnsInPairsAreComparedWithinEachPair() throws Exception {
        assertThat(headline("""
                | Size | 2.27.3 off (us) | 2.27.3 on (us) | 2.28.1 off (us) | 2.28.1 on (us) |
                |---|---|---|---|---|
                | 128K | 30.1 | 30.3 | 30.2 | 35.4 |
                | 1M | 39.8 | 40.1 | 39.9 | 43.9 |
                | 8M | 118.6 | 119.0 | 118.9 | 123.1 |
                """)).isEqualTo("All-Reduce: 2.27.3-off and 2.27.3-on are the same to 2 % from 128 KiB to 8 MiB; "
                + "2.28.1-on takes 3.5 to 17 % longer than 2.28.1-off from 128 KiB to 8 MiB.");
    }

    @Test
    void ofSeveralColumnsTheFastestAtEachSizeIsSaid() throws Exception {
        assertThat(headline("""
                | Size | Ring (us) | Tree (us) | Host (us) |
                |---|---|---|---|
                | 64K | 52.0 | 40.0 | 120.0 |
                | 1M | 97.5 | 91.0 | 300.0 |
                | 16M | 410.0 | 502.0 | 2050.0 |
                """)).isEqualTo(
                "All-Reduce: fastest is tree from 64 KiB to 1 MiB and ring at 16 MiB; host takes 3 to 5 times as "
                        + "long as the fastest.");
    }

    @Test
    void aDifferenceAtSomeSizesOnlyIsSaidWithTheRest() throws Exception {
        DoubleUnaryOperator usual = bytes -> 14 + bytes / 266e3;
        DoubleUnaryOperator slowed = bytes -> usual.applyAsDouble(bytes)
                * (bytes >= 1 << 19 && bytes <= 1 << 22 ? 2.3 : 1.001);
        assertThat(new Logs().add("before.log", Logs.allReduce("NVIDIA H100", 1, 8, GIB, usual))
                .add("after.log", Logs.allReduce("NVIDIA H100", 1, 8, GIB, slowed)).headline().sentence())
                .startsWith(
                        "All-Reduce on 8 GPUs: after.log takes 2.3 times as long as before.log from 512 KiB to 4 MiB, and the "
                                + "same at the other 24 sizes");
    }

    @Test
    void sectionsAreCalledAsTheBannersAboveThem() throws Exception {
        var on = Logs.allReduce("NVIDIA H100", 1, 8, GIB, bytes -> 14 + bytes / 266e3);
        var off = Logs.allReduce("NVIDIA H100", 1, 8, GIB, bytes -> 14 + bytes / 240e3);
        assertThat(new Logs().add("both.log", "==== NVLS on ====\n" + on + "==== NVLS off ====\n" + off).headline()
                .sentence())
                .contains("NVLS off takes 2.4 to 11 % longer than NVLS on");
    }

    private static String headline(String table) throws Exception {
        return new Logs().add("all_reduce.md", table).headline().sentence();
    }
}
