package org.gpucomm.results.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each format has a sample in the documentation, which is read as it says there. */
class DocumentedSamplesTest {

    private static final Path FOLDER = Path.of("../docs/samples");
    private static final Pattern ENTRY = Pattern
            .compile("(?m)^- \\[`([\\w-]+)/([^`/]+)`]\\(\\1/\\2\\): (\\d+) measurements?\\b");

    /**
     * How the results of a sample can be counted in its text by somebody who has only read it.
     *
     * @param line  a line that holds results
     * @param cell  a result in such a line; empty if the line itself is one
     * @param times measurements of one of them
     */
    record Printed(String line, String cell, int times) {

        int in(String text) {
            var printed = Pattern.compile(line);
            return text.lines().map(each -> each.replaceAll("\u001B\\[\\w", ""))
                    .filter(each -> printed.matcher(each).find())
                    .mapToInt(
                            each -> (int) Pattern.compile(cell.isEmpty() ? line : cell).matcher(each).results().count())
                    .sum() * times;
        }
    }

    private static final Map<String, Printed> PRINTED = Map.ofEntries(
            Map.entry("all-reduce-bench", new Printed("^\\| +\\d+[KMG]iB", "", 1)),
            Map.entry("csv", new Printed("^\\d+ +[\\d.]+ +[\\d.]+ ", "", 2)),
            Map.entry("cuda-bandwidth-test", new Printed("^ +\\d{4,}\\s+\\d", "", 1)),
            Map.entry("deepep", new Printed("^\\[tuning\\] ", "\\d GB/s \\(", 1)),
            Map.entry("deepspeed-comms", new Printed("^ +[\\d.]+ ?[KMG]?B +\\d", "", 1)),
            Map.entry("ds-bench", new Printed("^\\d[\\d.]* [KMG]B +\\d+x\\d", "", 1)),
            Map.entry("fabtests", new Printed("^[\\d.]+[km]? +\\d+k? +\\d", "", 1)),
            Map.entry("gloo-benchmark", new Printed("^ +\\d+ +\\d+ +\\d+ +\\d", "", 1)),
            Map.entry("gpucomm-bench", new Printed("^ +\\d+ +\\w+ +\\S+ +\\d", "", 1)),
            Map.entry("gpucomm-csv", new Printed("^\"a, b.log\",", "", 1)),
            Map.entry("gpucomm-jsonl", new Printed("^\\{\"source\"", "", 1)),
            Map.entry("hccl-demo", new Printed("Algo Bandwidth", "", 1)),
            Map.entry("imb", new Printed("^ +\\d+ +\\d+ +[\\d.]+ ", "", 1)),
            Map.entry("jacobi", new Printed("^\\d+x\\d+: ", "", 1)),
            Map.entry("libefaxx-csv", new Printed("^\\d+[KMG],", "", 2)),
            Map.entry("libefaxx", new Printed("^ +\\d+ +\\d+ +\\d+\\.\\d\\d ", "", 2)),
            Map.entry("mscclpp-test", new Printed("^ +\\d+ +\\d+ +\\d", "", 1)),
            Map.entry("nccl-inspector-json", new Printed("\"coll_perf\":", "", 1)),
            Map.entry("nccl-inspector-prometheus",
                    new Printed("^nccl_(?:p2p_)?bus_bandwidth_gbs\\{|^nccl_p2p_bandwidth_gbs\\{", "", 1)),
            Map.entry("nccl-tests-json", new Printed("\"(?:out_of|in)_place\": ?\\{", "", 1)),
            Map.entry("nccl-tests", new Printed("^ +\\d+ +\\d+ +float ", "", 2)),
            Map.entry("nccom-test", new Printed("^ +\\d+ +\\d+ +bf16 ", "", 1)),
            Map.entry("nixl-ct-perftest", new Printed("^ +\\d+\\.\\d+ +\\d", "", 1)),
            Map.entry("nixlbench", new Printed("^\\d+ +64 +\\d", "", 1)),
            Map.entry("nvbandwidth-json", new Printed("^ *\"\\d+\\.\\d+\",?$", "", 1)),
            Map.entry("nvbandwidth", new Printed("^ +\\d(?: +(?:N/A|\\d+\\.\\d+))+ *$", "\\d+\\.\\d+", 1)),
            Map.entry("nvcre-json", new Printed("\"busBW\":", "", 1)),
            Map.entry("nvcre-report", new Printed("^│ +\\d+ [KMGT]?B +\\d", "", 1)),
            Map.entry("nvshmem-perftest", new Printed("^\\d+ +\\w+ +\\S", "", 1)),
            Map.entry("osu", new Printed("^ *\\d[\\d.]* +\\d+\\.\\d+ ", "", 1)),
            Map.entry("p2p-bandwidth-latency", new Printed("^ +\\d(?:\\s+\\d+\\.\\d+)+ *$", "\\d+\\.\\d+", 1)),
            Map.entry("perftest-json", new Printed("^MsgSize", "", 1)),
            Map.entry("perftest", new Printed("^ \\d+ +\\d+ +\\d", "", 1)),
            Map.entry("result-lines", new Printed("COMMS-RES-", "", 1)),
            Map.entry("rccl-tests-csv", new Printed("^\\d+,\\w+,", "", 1)),
            Map.entry("rccl-tests-json", new Printed("\"inPlace\"", "", 1)),
            Map.entry("rocm-bandwidth-test", new Printed("^\\d+ [KM]B ", "", 1)),
            Map.entry("study-csv", new Printed("^\\d+,\\d+,\\d+,", "", 2)),
            Map.entry("torch-loop", new Printed("^ +\\d+\\.\\d+ +\\d", "", 1)),
            Map.entry("transferbench", new Printed("^ +Transfer \\d+ ", "", 1)),
            Map.entry("ucc-perftest", new Printed("^ +\\d+ +\\d+ +\\d", "", 1)),
            Map.entry("ucx-perftest", new Printed("^Final:", "", 1)));

    record DocumentedSample(String format, String file, int measurements) {}

    static List<DocumentedSample> samples() throws IOException {
        return ENTRY.matcher(Files.readString(FOLDER.resolve("README.md"))).results().map(DocumentedSamplesTest::sample)
                .toList();
    }

    private static DocumentedSample sample(MatchResult entry) {
        return new DocumentedSample(entry.group(1), entry.group(2), Integer.parseInt(entry.group(3)));
    }

    @Test
    void eachFormatHasOneAndNothingElseDoes() throws Exception {
        assertThat(samples()).extracting(DocumentedSample::format)
                .containsExactlyElementsOf(Formats.all().stream().map(Format::id).toList());
        try (var files = Files.walk(FOLDER)) {
            assertThat(files.filter(Files::isRegularFile).map(file -> FOLDER.relativize(file).toString())
                    .filter(name -> !name.equals("README.md")))
                    .containsExactlyInAnyOrderElementsOf(
                            samples().stream().map(sample -> sample.format() + "/" + sample.file()).toList());
        }
    }

    /** The table of formats is the program's own list, and what is read of each is said below it. */
    @Test
    void theTableOfFormatsIsThatOfTheProgram() throws Exception {
        var page = Files.readString(Path.of("../docs/formats.md"));
        assertThat(page.lines().filter(line -> line.startsWith("| `")))
                .containsExactlyElementsOf(Formats.all().stream()
                        .map(format -> "| `" + format.id() + "` | " + format.description() + " |").toList());
        var list = page.substring(0, page.indexOf("\n## "));
        assertThat(Pattern.compile("(?m)^- ((?:`[\\w-]+`(?:, )?)+):").matcher(list).results()
                .flatMap(entry -> Stream.of(entry.group(1).replace("`", "").split(", "))))
                .containsExactlyInAnyOrderElementsOf(Formats.all().stream().map(Format::id).toList());
    }

    @ParameterizedTest
    @MethodSource("samples")
    void itIsReadWithoutAProblem(DocumentedSample sample) throws Exception {
        var reading = Reading.ofFile(FOLDER.resolve(sample.format()).resolve(sample.file()));
        assertThat(reading.format().id()).isEqualTo(sample.format());
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).hasSize(sample.measurements());
    }

    /** Counted in the text, without what reads it. */
    @ParameterizedTest
    @MethodSource("samples")
    void itHasAsManyResultsAsItsTextShows(DocumentedSample sample) throws Exception {
        var printed = PRINTED.get(sample.format());
        var text = Files.readString(FOLDER.resolve(sample.format()).resolve(sample.file()));
        assertThat(printed == null ? 0 : printed.in(text)).isEqualTo(sample.measurements());
        assertThat(printed == null).isEqualTo(sample.format().equals("ofi-tuner-decisions"));
    }
}
