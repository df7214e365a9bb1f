package org.gpucomm.results.format.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Placement;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Reading;
import org.junit.jupiter.api.Test;

class NcclTestsJsonFormatTest {

    private static final String MISSPELT = "nccl-tests-json/v2.17.4-misspelt.json";
    private static final String PER_ITERATION = "nccl-tests-json/v3-per-iteration-pretty.json";

    @Test
    void registeredBuffersAndTheDeviceApiAreSettings() throws Exception {
        var text = Files
                .readString(Path.of("src/test/resources/samples/nccl-tests-json/v2.17.4-misspelt.json"));
        var reading = Reading.ofText(text.replace("\"-g\",\"2\"", "\"-g\",\"2\",\"-R1\",\"-D\",\"0\""), "run.json");
        assertThat(reading.measurements()).isNotEmpty()
                .allSatisfy(m -> assertThat(m.settings().get("local_register")).contains("1"))
                .allSatisfy(m -> assertThat(m.settings().get("device_implementation")).isEmpty());
    }

    @Test
    void oneLineIsOneRowOfAllItsMeasurements() throws Exception {
        var reading = Reading.ofSample(MISSPELT);
        assertThat(reading.rows()).singleElement().satisfies(row -> assertThat(row.measurements()).hasSize(3));
        assertThat(reading.measurements()).extracting(m -> m.workload().operation())
                .containsOnly(Operation.REDUCE_SCATTER);
    }

    /** Two processes of two threads with two GPUs each, though two devices are listed. */
    @Test
    void ranksAreProcessesTimesThreadsTimesGpus() throws Exception {
        var platform = Reading.ofSample(MISSPELT).measurements().getFirst().platform();
        assertThat(platform.ranks()).isEqualTo(8);
        assertThat(platform.nodes()).isEqualTo(2);
        assertThat(platform.gpu()).isEqualTo("NVIDIA B200");
    }

    /** Two hosts of two threads with two GPUs each: the four ranks of a process are on its host. */
    @Test
    void howRanksLieOnNodesIsReadFromTheDevices() throws Exception {
        assertThat(Reading.ofSample(MISSPELT).facts(1)).contains(new Entry.Fact("ranks_on_nodes", "4 a node"));
    }

    @Test
    void infinityAndNanAreNoNumbersAndNullIsNotChecked() throws Exception {
        var measurements = Reading.ofSample(MISSPELT).measurements();
        assertThat(measurements.get(1).workload().placement()).isEqualTo(Placement.IN_PLACE);
        assertThat(measurements.get(1).outcome().wrong()).isNull();
        assertThat(measurements.get(2).outcome().time()).hasToString("0.000000 µs");
        assertThat(measurements.get(2).outcome().algbw()).isNull();
        assertThat(measurements.get(2).outcome().wrong()).hasToString("4.000000");
    }

    @Test
    void misspeltNamesAreReadAndFailuresAreFlags() throws Exception {
        var reading = Reading.ofSample(MISSPELT);
        assertThat(reading.facts(1)).contains(new Entry.Fact("avg_busbw", "60.399246"),
                new Entry.Fact("nccl_version", "2.28.5"), new Entry.Fact("out_of_bounds", "1 FAILED"));
        assertThat(reading.flags(1)).containsExactlyInAnyOrder("flag:wrong_data", "flag:out_of_bounds",
                "flag:below_minimum");
    }

    @Test
    void ofTheEnvironmentSettingsOfLibrariesAreKeptAndNothingElse() throws Exception {
        assertThat(Reading.ofSample(MISSPELT).facts(1)).filteredOn(fact -> fact.name().startsWith("env:"))
                .containsExactly(new Entry.Fact("env:NCCL_ALGO", "Ring"));
        var said = Reading.ofSample(MISSPELT).entries().toString();
        assertThat(said).doesNotContain("abcdefgh12345678").doesNotContain("wJalrXUtn").doesNotContain("HOME");
    }

    @Test
    void prettyPrintedResultsAreRowsWhereTheirObjectsEnd() throws Exception {
        var reading = Reading.ofSample(PER_ITERATION);
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.rows()).singleElement().satisfies(row -> assertThat(row.line()).isGreaterThan(60));
        assertThat(reading.measurements()).extracting(m -> m.settings().text()).containsExactlyInAnyOrder(
                "experiment=night run", "experiment=night run");
        assertThat(reading.measurements()).extracting(m -> m.outcome().metrics().text())
                .containsExactlyInAnyOrder("process_us=12.75 11.0;process_on=n0:0 n1:0", "");
    }

    /** Of 12, 12.25, 12.75 and 13.5 the tool's own median is the third, its 99th percentile the last. */
    @Test
    void distributionsComeFromTheIterationsUnlessTheyAreReported() throws Exception {
        var measurements = Reading.ofSample(PER_ITERATION).measurements();
        var counted = measurements.get(0).outcome();
        assertThat(counted.timeMin()).hasToString("12.0 µs");
        assertThat(counted.timeP50()).hasToString("12.75 µs");
        assertThat(counted.timeP99()).hasToString("13.5 µs");
        assertThat(counted.timeMax()).hasToString("13.5 µs");
        var reported = measurements.get(1).outcome();
        assertThat(reported.timeMin()).hasToString("11.125 µs");
        assertThat(reported.timeP50()).hasToString("11.5 µs");
    }

    @Test
    void ofACutFileWhatIsCompleteIsKept() throws Exception {
        var whole = Reading.ofSample(MISSPELT);
        var text = sample();
        var cut = Reading.ofText(text.substring(0, text.indexOf("\"in_place\":{\"time\":\"nan\"")), "x.json");
        assertThat(cut.measurements()).extracting(Measurement::outcome).isEqualTo(
                whole.measurements().subList(0, 2).stream().map(Measurement::outcome).toList());
        assertThat(cut.problems()).singleElement()
                .satisfies(problem -> assertThat(problem.reason()).contains("the JSON ends in /results[]", "is kept"));
        assertThat(cut.flags(1)).contains("flag:incomplete");
    }

    @Test
    void noNumberChangesWhereverItIsCut() throws Exception {
        var text = sample();
        var all = Reading.ofSample(MISSPELT).measurements().stream().map(Measurement::outcome).toList();
        for (int length = 60; length < text.length(); length += 7) {
            var outcomes = Reading.ofText(text.substring(0, length), "x.json").measurements().stream()
                    .map(Measurement::outcome).toList();
            assertThat(outcomes).as("cut after %d", length).isEqualTo(all.subList(0, outcomes.size()));
        }
    }

    /** IterationTimes of many processes make a line longer than what is held of one. */
    @Test
    void aLineOfAnyLengthIsRead() throws Exception {
        var times = "\"times\":[" + "12.345678,".repeat(4_000_000) + "1],\"note\":\"µµ\",";
        var long40MB = sample().replaceFirst("\"results\"", Matcher.quoteReplacement(times) + "\"results\"");
        assertThat(Reading.ofText(long40MB, "x.json").measurements()).extracting(Measurement::outcome)
                .isEqualTo(Reading.ofSample(MISSPELT).measurements().stream().map(Measurement::outcome).toList());
    }

    @Test
    void filesThatWereJoinedAreRunsOfTheirOwn() throws Exception {
        var reading = Reading.ofText(sample() + sample() + "\n", "x.json");
        assertThat(reading.measurements()).extracting(Measurement::section).containsExactly(1, 1, 1, 2, 2, 2);
        assertThat(reading.rows()).hasSize(1);
    }

    @Test
    void aDocumentInTheMiddleOfALogIsReadToo() throws Exception {
        var reading = Reading.ofText("$ cat out.json\n" + sample() + "\n$ exit\n", "x.log");
        assertThat(reading.measurements()).hasSize(3);
        assertThat(reading.entries().stream().map(Entry::line).filter(line -> line > 0)).isEqualTo(List.of(1L, 2L, 3L));
    }

    private static String sample() throws IOException {
        try (var in = Objects.requireNonNull(
                NcclTestsJsonFormatTest.class.getResourceAsStream("/samples/" + MISSPELT))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
