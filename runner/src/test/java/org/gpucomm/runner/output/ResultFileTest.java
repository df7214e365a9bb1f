package org.gpucomm.runner.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.gpucomm.results.format.canonical.FingerprintFile;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.Workload;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.Json;
import org.gpucomm.runner.output.ResultFile.Existing;
import org.gpucomm.runner.rig.Case;
import org.gpucomm.runner.rig.Cases.Point;
import org.gpucomm.runner.rig.Heading;
import org.gpucomm.runner.rig.Sample;
import org.gpucomm.runner.rig.Setup;
import org.gpucomm.runner.rig.Times;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResultFileTest {

    private static final InstantSource CLOCK = InstantSource.fixed(Instant.parse("2026-03-01T10:00:00.5Z"));

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"x.csv", "x.jsonl"})
    void rowsAreWhatWasMeasured(String name) throws Exception {
        try (var file = open(name, Existing.REFUSE, NamedValues.of("NCCL_ALGO", "Ring"))) {
            file.begin(Example.heading());
            file.point(Example.size(1048576, 3L));
            file.end();
        }
        var rows = Parsed.rows(folder.resolve(name));
        assertThat(rows).hasSize(2);
        var row = rows.getFirst();
        assertThat(row.source()).isEqualTo(name);
        assertThat(row.settings()).hasToString("NCCL_ALGO=Ring");
        assertThat(row.outcome().metrics()).hasToString("slowest_rank=1;slowest_by_pct=4.2");
        assertThat(row.startedAt()).isEqualTo("2026-03-01T10:00:00Z");
        assertThat(row.stack()).isEqualTo(Example.heading().stack());
        assertThat(row.platform()).isEqualTo(Example.heading().platform());
        // 8.125 µs + 1048576 B / 300 GB/s, and the size over that
        assertThat(row.outcome().time()).hasToString("11.6202533 µs");
        assertThat(row.outcome().algbw()).hasToString("90.2369312 GB/s");
        assertThat(row.outcome().timeMin()).hasToString("10.6202533 µs");
        assertThat(row.outcome().timeP50()).hasToString("11.6202533 µs");
        assertThat(row.outcome().timeP99()).hasToString("13.6202533 µs");
        assertThat(row.outcome().timeMax()).hasToString("14.6202533 µs");
        assertThat(row.outcome().wrong()).hasToString("3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x.csv", "x.jsonl"})
    void theFileIsValidAfterEverySize(String name) throws Exception {
        try (var file = open(name, Existing.REFUSE, NamedValues.NONE)) {
            file.begin(Example.heading());
            for (long size = 4; size <= 64; size *= 2) {
                file.point(Example.size(size));
                assertThat(sizes(name)).endsWith(size, size);
            }
        }
    }

    @Test
    void jsonLinesBeginWithTheFingerprint() throws Exception {
        write("x.jsonl", 4);
        var lines = Files.readAllLines(folder.resolve("x.jsonl"));
        assertThat(lines.getFirst())
                .startsWith("{\"type\":\"fingerprint\",\"section\":1,\"facts\":[{\"name\":\"driver\"");
        assertThat(Parsed.facts(Files.readAllBytes(folder.resolve("x.jsonl")), 1)).contains(
                new Fact("driver", "580.1"), new Fact("host", "node-0.cluster.local"), new Fact("warmup_iters", "5"));
    }

    @Test
    void aCsvHasItsFingerprintsBesideIt() throws Exception {
        try (var file = open("x.csv", Existing.REFUSE, NamedValues.NONE)) {
            for (var operation : List.of(Operation.ALL_REDUCE, Operation.ALL_GATHER)) {
                file.begin(Example.heading(operation, "a", "H200", null));
                file.point(Example.size(operation, 4, 0L));
                file.end();
            }
        }
        assertThat(FingerprintFile.beside(folder.resolve("x.csv")).read().sections()).containsOnlyKeys(1, 2);
        var json = Json.parseObject(Files.readString(folder.resolve("x.fingerprint.json")));
        assertThat(json.get("sections")).asInstanceOf(InstanceOfAssertFactories.LIST).hasSize(2);
        assertThat(Parsed.rows(folder.resolve("x.csv"))).extracting(Measurement::section).containsExactly(1, 1, 2, 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x.csv", "x.jsonl"})
    void whatIsThereIsNotMeasuredAgainAndTheSectionGoesOn(String name) throws Exception {
        write(name, 4, 8);
        try (var file = open(name, Existing.RESUME, NamedValues.NONE)) {
            var heading = Example.heading();
            file.begin(heading);
            assertThat(file.has(heading, Example.point(4))).isTrue();
            assertThat(file.has(heading, Example.point(8))).isTrue();
            assertThat(file.has(heading, Example.point(16))).isFalse();
            assertThat(file.has(heading, Example.point(Operation.ALL_REDUCE, 8, "half", "sum", null))).isFalse();
            assertThat(file.has(heading, Example.point(Operation.ALL_REDUCE, 8, "float", "max", null))).isFalse();
            assertThat(file.has(heading, Example.point(Operation.ALL_REDUCE, 8, "float", "sum", 0))).isFalse();
            var another = Example.heading(Operation.ALL_GATHER, "node-0.cluster.local", "NVIDIA H200", null);
            assertThat(file.has(another, Example.point(Operation.ALL_GATHER, 8, "float", "sum", null))).isFalse();
            file.point(Example.size(16));
        }
        assertThat(sizes(name)).containsExactly(4L, 4L, 8L, 8L, 16L, 16L);
        assertThat(Parsed.rows(folder.resolve(name))).extracting(Measurement::section).containsOnly(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x.csv", "x.jsonl"})
    void aFileCutAnywhereIsGoneOnWithAndEndsAsIfNothingHadHappened(String name) throws Exception {
        write(name, 4, 8, 16);
        var whole = Files.readAllBytes(folder.resolve(name));
        for (int length = 0; length <= whole.length; length += 7) {
            Files.write(folder.resolve(name), Arrays.copyOf(whole, length));
            try (var file = open(name, Existing.RESUME, NamedValues.NONE)) {
                var heading = Example.heading();
                file.begin(heading);
                for (long size : List.of(4L, 8L, 16L)) {
                    if (!file.has(heading, Example.point(size))) {
                        file.point(Example.size(size));
                    }
                }
            }
            assertThat(sizes(name)).as("cut at %d", length).containsExactly(4L, 4L, 8L, 8L, 16L, 16L);
        }
    }

    @Test
    @Timeout(60)
    void aKilledProcessLeavesAValidFileThatTheNextOneGoesOnWith() throws Exception {
        var file = folder.resolve("killed.csv");
        for (int round = 1; round <= 3; round++) {
            long before = Files.exists(file) ? Files.size(file) : 0;
            var process = start("--output", file.toString(), "--resume");
            while (!Files.exists(file) || Files.size(file) < before + 20_000) {
                assertThat(process.isAlive()).isTrue();
                Thread.sleep(5);
            }
            process.destroyForcibly();
            assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(sizesOfWholeRows(file)).hasSizeGreaterThan(40 * round).allMatch(size -> size % 4 == 0);
        }
        var sizes = sizesOfWholeRows(file);
        // Each size twice, in order, none left out and none done again.
        for (int i = 0; i < sizes.size(); i++) {
            assertThat(sizes.get(i)).isEqualTo((i / 2 + 1) * 4L);
        }
    }

    @Test
    void aFileIsNotReplacedUnlessAsked() throws Exception {
        write("x.csv", 4, 8);
        assertThatThrownBy(() -> open("x.csv", Existing.REFUSE, NamedValues.NONE))
                .hasMessageEndingWith("x.csv exists; --resume goes on with it, --overwrite replaces it");
        try (var file = open("x.csv", Existing.OVERWRITE, NamedValues.NONE)) {
            file.begin(Example.heading(Operation.REDUCE, "elsewhere", "another GPU", null));
            file.point(Example.size(16));
        }
        assertThat(sizes("x.csv")).containsExactly(16L, 16L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x.csv", "x.jsonl"})
    void aFileOfAnotherHostIsRefused(String name) throws Exception {
        write(name, 4);
        try (var file = open(name, Existing.RESUME, NamedValues.NONE)) {
            assertThatThrownBy(() -> file.begin(Example.heading(Operation.ALL_REDUCE, "node-7", "NVIDIA H200", null)))
                    .hasMessageContaining(
                            "is of another run: its results come from node-0.cluster.local; this is node-7.")
                    .hasMessageEndingWith("Give another --output, or move the file away");
            assertThatThrownBy(
                    () -> file.begin(Example.heading(Operation.ALL_REDUCE, "node-0.cluster.local", "H100", null)))
                    .hasMessageContaining("come from NVIDIA H200 in p5en.48xlarge; this is H100 in p5en.48xlarge");
        }
    }

    @Test
    void aSectionOfAPlanIsItsStep() throws Exception {
        try (var file = open("x.csv", Existing.REFUSE, NamedValues.of("NCCL_ALGO", "Ring"), 3)) {
            file.begin(Example.heading());
            file.point(Example.size(4));
        }
        try (var file = open("x.csv", Existing.RESUME, NamedValues.of("NCCL_ALGO", "Tree"), 3)) {
            assertThatThrownBy(() -> file.begin(Example.heading()))
                    .hasMessageContaining("section 3 is all_reduce on 2 × "
                            + "NVIDIA H200, nccl 2.28.3, 20 iterations, NCCL_ALGO=Ring; this run is all_reduce on 2 × NVIDIA H200,"
                            + " nccl 2.28.3, 20 iterations, NCCL_ALGO=Tree");
        }
        // The same again as another step is measured again.
        try (var file = open("x.csv", Existing.RESUME, NamedValues.of("NCCL_ALGO", "Ring"), 5)) {
            file.begin(Example.heading());
            assertThat(file.has(Example.heading(), Example.point(4))).isFalse();
            file.point(Example.size(4));
        }
        assertThat(Parsed.rows(folder.resolve("x.csv"))).extracting(Measurement::section).containsExactly(3, 3, 5, 5);
    }

    @Test
    void whatIsNoResultFileIsNotTouched() throws Exception {
        for (var text : List.of("dear diary\n", "size,count\n1,2\n", "source,section,tool,operation\nx,1,t,juggle\n")) {
            Files.writeString(folder.resolve("x.csv"), text);
            assertThatThrownBy(() -> open("x.csv", Existing.RESUME, NamedValues.NONE))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("x.csv cannot be resumed")
                    .hasMessageEndingWith("give another --output, or move the file away");
            assertThat(folder.resolve("x.csv")).hasContent(text);
        }
    }

    @Test
    void oneRunAtATimeWritesAFile() throws Exception {
        try (var first = open("x.csv", Existing.REFUSE, NamedValues.NONE)) {
            assertThatThrownBy(() -> open("x.csv", Existing.RESUME, NamedValues.NONE))
                    .hasMessageContaining("is being written by another run");
            first.begin(Example.heading());
        }
    }

    @Test
    void namesAndFoldersThatCannotBeAreRefusedInWords() {
        assertThatThrownBy(() -> open("x.txt", Existing.REFUSE, NamedValues.NONE))
                .hasMessageContaining("must end in .csv or .jsonl");
        assertThatThrownBy(() -> open("no/such/x.csv", Existing.REFUSE, NamedValues.NONE))
                .hasMessageEndingWith("no/such/x.csv: the folder does not exist");
    }

    @Test
    void aFileOfAnotherVersionsColumnsIsNotGoneOnWith() throws Exception {
        write("x.csv", 4);
        var file = folder.resolve("x.csv");
        Files.writeString(file, Files.readString(file).replaceAll("(?m),[^,\n]*$", ""));
        assertThatThrownBy(() -> open("x.csv", Existing.RESUME, NamedValues.NONE))
                .hasMessageContaining("another version wrote it, with other columns");
    }

    @Test
    void whatIsEmptyOrPaddedIsTheSameAfterReading() throws Exception {
        var padded = Example.heading(Operation.ALL_REDUCE, "a", " H200 ", "");
        try (var file = open("x.csv", Existing.REFUSE, NamedValues.NONE)) {
            file.begin(padded);
            file.point(Example.size(4));
        }
        try (var file = open("x.csv", Existing.RESUME, NamedValues.NONE)) {
            assertThat(file.has(padded, Example.point(4))).isTrue();
            file.begin(padded);
        }
    }

    @Test
    void aSettingWithALineBreakStaysOnItsLine() throws Exception {
        try (var file = open("x.csv", Existing.REFUSE, NamedValues.of("A", "1\n2;3"))) {
            file.begin(Example.heading(Operation.ALL_REDUCE, "a", "b", "B=2;A=0"));
            file.point(Example.size(4));
        }
        assertThat(Parsed.rows(folder.resolve("x.csv"))).extracting(row -> row.settings().text())
                .containsOnly("B=2;A=1 2,3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x.csv", "x.jsonl"})
    void anotherProblemVariantOrSettingIsNotThereAlready(String name) throws Exception {
        var first = jacobi("16384x16384", "nccl", NamedValues.of("blocks", "16"));
        var others = List.of(jacobi("32768x32768", "nccl", NamedValues.of("blocks", "16")),
                jacobi("16384x16384", "nvshmem", NamedValues.of("blocks", "16")),
                jacobi("16384x16384", "nccl", NamedValues.of("blocks", "32")));
        var all = new ArrayList<>(List.of(first));
        all.addAll(others);
        var begun = Example.heading();
        var heading = new Heading(Operation.JACOBI, begun.members(), List.of(), begun.stack(), begun.platform(),
                begun.fingerprint(), NamedValues.NONE, all, Setup.Style.PLAIN, null);
        try (var file = open(name, Existing.REFUSE, NamedValues.NONE)) {
            file.begin(heading);
            file.point(List.of(measured(first)));
        }
        try (var file = open(name, Existing.RESUME, NamedValues.NONE)) {
            file.begin(heading);
            for (var other : others) {
                assertThat(file.has(heading, other)).as(other.toString()).isFalse();
            }
            // A section of one row may be one that a kill cut, and is measured again; one of several is not.
            for (var point : all) {
                if (!file.has(heading, point)) {
                    file.point(List.of(measured(point)));
                }
            }
        }
        try (var file = open(name, Existing.RESUME, NamedValues.NONE)) {
            file.begin(heading);
            assertThat(all).allMatch(point -> file.has(heading, point));
        }
        assertThat(Parsed.rows(folder.resolve(name))).hasSize(4)
                .extracting(row -> row.workload().problem(), row -> row.workload().variant(), Measurement::section)
                .containsExactly(tuple("16384x16384", "nccl", 1), tuple("32768x32768", "nccl", 1),
                        tuple("16384x16384", "nvshmem", 1), tuple("16384x16384", "nccl", 1));
    }

    private record Jacobi(Workload workload, NamedValues settings) implements Case {}

    private static Point jacobi(String problem, String variant, NamedValues settings) {
        return new Point(List.of(new Jacobi(Workload.of(Operation.JACOBI, variant).withProblem(problem), settings)));
    }

    private static Sample measured(Point point) {
        return new Sample(point.cases().getFirst(), Outcome.of(Times.time(1.5e6), null, null, null));
    }

    private void write(String name, long... sizes) throws Exception {
        try (var file = open(name, Existing.REFUSE, NamedValues.NONE)) {
            file.begin(Example.heading());
            for (long size : sizes) {
                file.point(Example.size(size));
            }
            file.end();
        }
    }

    private ResultFile open(String name, Existing existing, NamedValues settings) {
        return open(name, existing, settings, null);
    }

    private ResultFile open(String name, Existing existing, NamedValues settings, @Nullable Integer section) {
        return ResultFile.open(folder.resolve(name), existing, settings, section, CLOCK);
    }

    private List<Long> sizes(String name) throws Exception {
        return Parsed.rows(folder.resolve(name)).stream()
                .map(row -> Objects.requireNonNull(row.workload().messageSize()).count()).toList();
    }

    /** Returns the sizes without a cut last row: a kill ends a write between two pages of memory. */
    private List<Long> sizesOfWholeRows(Path file) throws Exception {
        var text = Files.readString(file);
        Files.writeString(folder.resolve("whole.csv"), text.substring(0, text.lastIndexOf('\n') + 1));
        return sizes("whole.csv");
    }

    private Process start(String... options) throws Exception {
        var command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp", System.getProperty("java.class.path"), EndlessRun.class.getName()));
        command.addAll(List.of(options));
        return new ProcessBuilder(command).redirectOutput(Redirect.DISCARD).redirectError(Redirect.DISCARD).start();
    }
}
