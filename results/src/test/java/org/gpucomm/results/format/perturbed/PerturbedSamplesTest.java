package org.gpucomm.results.format.perturbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.gpucomm.results.format.UnreadableFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A sample that went through somebody's hands is read exactly, or what is not read is said to be a problem. */
class PerturbedSamplesTest {

    private static final Path SAMPLES = Path.of("src/test/resources/samples");

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

    @Test
    void someThousandsAtRandomHaveNoFault() throws Exception {
        assertThat(PerturbedFuzz.run(samples(), 1, 4000)).isEmpty();
    }

    /** Three lines of NCCL, the longest of the log and of one length, stand before others' lines, which are not their rest. */
    @Test
    void linesOfOneLengthAreNotPutTogetherWithOthers() throws Exception {
        assertThat(PerturbedFuzz.run(samples(), 3005522, 1)).isEmpty();
    }

    static List<Sample> samples() throws IOException, UnreadableFile {
        return PerturbedFuzz.samples(SAMPLES);
    }
}
