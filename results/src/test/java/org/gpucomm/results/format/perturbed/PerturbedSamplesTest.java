package org.gpucomm.results.format.perturbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.gpucomm.results.format.UnreadableFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A sample that went through somebody's hands is read exactly, or what is not read is said to be a problem. */
class PerturbedSamplesTest {

    private static final Path SAMPLES = Path.of("src/test/resources/samples");
    private static final int NARROWEST = 40;
    private static final int WIDEST = 140;
    private static final int STEP = 10;

    /** Every column of every table: one before it, it without its place, it under another name. */
    @ParameterizedTest
    @MethodSource("samples")
    void aColumnMoreOrLessOrUnderAnotherNameIsNeitherLostNorShifted(Sample sample) throws Exception {
        var faults = new ArrayList<String>();
        for (var table : sample.hands().tables()) {
            for (int column = 0; column < table.names().size(); column++) {
                for (var perturbed : List.of(sample.hands().added(table, column, "x1", "17"),
                        sample.hands().added(table, column, "note", "abc"), sample.hands().dropped(table, column),
                        sample.hands().renamed(table, column, "Remark"))) {
                    // of two columns one alone is no table
                    if (table.names().size() == 2 && perturbed.way().equals("dropped")) {
                        continue;
                    }
                    sample.faults(perturbed, sample.encoded(perturbed, new Random(7)))
                            .forEach(fault -> faults.add(perturbed.what() + ": " + fault));
                }
            }
        }
        assertThat(faults).isEmpty();
    }

    @Tag("nightly")
    @Test
    void someThousandsAtRandomHaveNoFault() throws Exception {
        assertThat(PerturbedFuzz.run(samples(), 1, 4000)).isEmpty();
    }

    /** Every sample as terminals break it, each at other widths: over all samples each width has its turn. */
    @Tag("nightly")
    @Test
    void linesThatATerminalBrokeAreReadExactlyOrSaidToBeProblems() throws Exception {
        var samples = samples();
        var faults = new ArrayList<String>();
        for (int i = 0; i < samples.size(); i++) {
            for (int width = NARROWEST + i % STEP; width < WIDEST; width += STEP) {
                faults.addAll(PerturbedFuzz.wrapped(samples.get(i), width));
            }
        }
        assertThat(faults).isEmpty();
    }

    /** Samples of which a line is just as wide as the terminal, so that it looks as if it went on. */
    @ParameterizedTest
    @CsvSource({"osu/v5.9-nonblocking-and-pairs.log,86", "perftest/send-lat-and-qos.log,88",
            "jacobi/plain-nccl-overlap-then-unnamed.log,90", "nccl-tests/v1.0-milliseconds.log,47",
            "nccl-tests/v2.10-reduce-error-column.log,57", "nixlbench/ucx-write-two-workers.log,66",
            "nccl-inspector-prometheus/metrics.log,88", "imb/2021.10-pingpong-allreduce-barrier.log,52",
            "nvshmem-perftest/v3.1-mislabelled-get-bw.log,67", "deepep/elastic-one-node.log,95"})
    void aLineThatFillsTheTerminalIsNotTakenForABrokenOne(String file, int width) throws Exception {
        assertThat(PerturbedFuzz.wrapped(Sample.of(SAMPLES.resolve(file)), width)).isEmpty();
    }

    /**
     * Lines of NCCL of one length before others' lines, which are not their rest; numbers of a row that NCCL's lines and
     * somebody's tore into three; a broken Jacobi and a broken perftest log.
     */
    @ParameterizedTest
    @ValueSource(longs = {3005522, 4010299, 10018999, 10033938})
    void seedsThatOnceHadAFaultHaveNone(long seed) throws Exception {
        assertThat(PerturbedFuzz.run(samples(), seed, 1)).isEmpty();
    }

    static List<Sample> samples() throws IOException, UnreadableFile {
        return PerturbedFuzz.samples(SAMPLES);
    }
}
