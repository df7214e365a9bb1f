package org.gpucomm.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;

import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.evidence.EvidenceFiles;
import org.gpucomm.analysis.evidence.Processes;
import org.gpucomm.analysis.identity.SeriesKey;
import org.junit.jupiter.api.Test;

class NoiseTableTest {

    private static final double SHARE = 0.95;

    /** Two rounds of one file. @param weight all pairs of a cell weigh one together, however often it was measured */
    private record Pair(SeriesKey subject, long bytes, double apart, double weight) {}

    @Test
    void theTableIsWhatTheRoundsOfTheH200SetSay() throws IOException {
        var pairs = pairs();
        var computed = new LinkedHashMap<NoiseTable.NoiseRow, Double>();
        for (var line : NoiseTable.bundled().lines()) {
            long to = NoiseTable.bundled().lines().stream().filter(other -> other.library().equals(line.library())
                    && other.placement().equals(line.placement()) && other.fromBytes() > line.fromBytes())
                    .mapToLong(NoiseTable.NoiseRow::fromBytes).min().orElse(Long.MAX_VALUE);
            var of = pairs.stream()
                    .filter(pair -> isOf(line, pair.subject()) && pair.bytes() >= line.fromBytes() && pair.bytes() < to)
                    .toList();
            System.out.printf("%s,%s,%d,%.1f,%d%n", line.library(), line.placement(), line.fromBytes(),
                    100 * Math.expm1(quantile(of)), of.size());
            computed.put(line, Math.expm1(quantile(of)));
        }
        computed.forEach((line, apart) -> assertThat(line.apart()).as("%s", line).isCloseTo(apart, within(0.0006)));
    }

    @Test
    void theTableOfSingleProcessesIsWhatFortyAndEightyOfThemSay() throws Exception {
        for (var run : List.of("forty", "eighty")) {
            var pairs = pairsOfProcesses(run);
            var lines = ProcessTable.lines();
            for (int i = 0; i < lines.size(); i++) {
                var line = lines.get(i);
                long to = i + 1 < lines.size() ? lines.get(i + 1).fromBytes() : Long.MAX_VALUE;
                var of = pairs.stream().filter(pair -> pair.bytes() >= line.fromBytes() && pair.bytes() < to).toList();
                assertThat(run.equals("forty") ? line.forty() : line.eighty()).as("%s", line)
                        .isCloseTo(Math.expm1(quantile(of)), within(0.0006));
                // What is said of two single processes holds for as many of these.
                var alone = alone(line.fromBytes());
                double half = NoiseModel.of(0, alone, alone).halfInterval(SHARE);
                assertThat(of.stream().filter(pair -> pair.apart() <= half).count()).as("%s", line)
                        .isGreaterThanOrEqualTo((long) (SHARE * of.size()));
            }
        }
    }

    private static List<Pair> pairsOfProcesses(String run) throws Exception {
        var files = new EvidenceFiles();
        try (var in = Files.newInputStream(Path.of("../data/h200/h200_" + run + "_processes.csv.gz"))) {
            files.add(in, run + ".csv.gz", run);
        }
        return files.evidence().alongSize().stream()
                .flatMap(curve -> curve.cells().stream().flatMap(cell -> pairs(curve.subject(), cell).stream()))
                .toList();
    }

    private static Difference alone(long bytes) {
        var noise = NoiseTable.bundled().lines().stream()
                .filter(line -> line.library().equals("nccl") && line.placement().equals("in_place")
                        && line.fromBytes() == bytes)
                .findFirst().orElseThrow().noise();
        return NoiseModel.alone(noise, bytes);
    }

    private static boolean isOf(NoiseTable.NoiseRow line, SeriesKey subject) {
        var placement = subject.placement() == null ? "*" : subject.placement().id();
        return (line.library().equals("*") || line.library().equals(subject.library()))
                && (line.placement().equals("*") || line.placement().equals(placement));
    }

    private static List<Pair> pairs() throws IOException {
        var pairs = new ArrayList<Pair>();
        for (var curve : EvidenceFiles.bundled("h200").alongSize()) {
            for (var cell : curve.cells()) {
                cell.observations().stream().collect(Collectors.groupingBy(each -> each.row().source())).values()
                        .forEach(ofFile -> pairs.addAll(pairs(curve.subject(),
                                new Cell(cell.bytes(), cell.ranks(), cell.nodes(), ofFile, 0))));
            }
        }
        return pairs;
    }

    private static List<Pair> pairs(SeriesKey subject, Cell cell) {
        var logs = Processes.logs(cell);
        var pairs = new ArrayList<Pair>();
        for (int i = 0; cell.bytes() > 0 && i < logs.length; i++) {
            for (int j = 0; j < i; j++) {
                pairs.add(new Pair(subject, cell.bytes(), Math.abs(logs[i] - logs[j]),
                        2.0 / logs.length / (logs.length - 1)));
            }
        }
        return pairs;
    }

    private static double quantile(List<Pair> pairs) {
        double all = pairs.stream().mapToDouble(Pair::weight).sum();
        double sum = 0;
        for (var pair : pairs.stream().sorted(Comparator.comparingDouble(Pair::apart)).toList()) {
            sum += pair.weight();
            if (sum >= SHARE * all) {
                return pair.apart();
            }
        }
        throw new AssertionError("no pairs");
    }

    @Test
    void aLibraryThatTheSetDoesNotHaveHasTheNoiseOfAll() throws IOException {
        var all = NoiseTable.bundled().lines().stream().filter(line -> line.library().equals("*")).toList();
        var fabric = EvidenceFiles.bundled("libefaxx").alongSize().stream()
                .filter(curve -> curve.subject().library().equals("libfabric")).findFirst().orElseThrow();
        assertThat(NoiseTable.bundled().of(fabric.subject(), 1L << 30)).isEqualTo(all.getLast().noise());
        assertThat(NoiseTable.bundled().of(fabric.subject(), 8)).isEqualTo(all.getFirst().noise());
    }
}
