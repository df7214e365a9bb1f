package org.gpucomm.cli.tune;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.gpucomm.analysis.tuning.Choice;
import org.gpucomm.analysis.tuning.Trials;
import org.gpucomm.analysis.tuning.TuningResult;
import org.gpucomm.results.Operation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import picocli.CommandLine;

/** Tuner files held against the truth of a generated cluster by a plugin that reads them as NCCL's example does. */
class TuneTest {

    private static final List<Operation> ALL = List.copyOf(Trials.COLLECTIVES.keySet());
    private static final Set<Operation> OTHERS = EnumSet.of(Operation.ALL_GATHER, Operation.REDUCE_SCATTER,
            Operation.BROADCAST, Operation.REDUCE);
    /** Not those that the thresholds were looked at with. */
    private static final long SEEDS_FROM = 910_000;
    private static final int SEEDS = 60;

    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Tag("nightly")
    @Test
    void plantedWinsAreFoundAndNoFileLosesAnywhere() throws Exception {
        for (double modes : new double[]{0, 0.04}) {
            int files = 0;
            int found = 0;
            int losing = 0;
            for (int seed = 0; seed < SEEDS; seed++) {
                var cluster = new Cluster(0.2, modes, SEEDS_FROM + seed);
                if (TuningResult.of(cluster.trials(10, true, ALL), Set.of()) instanceof TuningResult.Winning winning) {
                    files++;
                    var file = read(winning.file().text(winning.wins(), Set.of()));
                    losing += loses(cluster, file) ? 1 : 0;
                    found += file.get(Operation.ALL_REDUCE, 1 << 20, 1, 8).equals(new Choice("ring", "ll128", 16))
                            ? 1
                            : 0;
                }
            }
            System.out.printf(
                    "tuner, a win of 17 %%, slower modes by %.0f %%: %d files of %d, right at 1 MiB in %d, losing %d%n",
                    100 * modes, files, SEEDS, found, losing);
            assertThat(found).isGreaterThanOrEqualTo(SEEDS * 80 / 100);
            assertThat(losing).isZero();
        }
    }

    @Tag("nightly")
    @Test
    void whereNothingWinsThereIsNoFile() throws Exception {
        for (double modes : new double[]{0, 0.04, 0.1}) {
            int files = 0;
            for (int seed = 0; seed < SEEDS; seed++) {
                var trials = new Cluster(0, modes, SEEDS_FROM + 5000 + seed).trials(seed % 2 == 0 ? 6 : 10, true, ALL);
                files += TuningResult.of(trials, Set.of()) instanceof TuningResult.Winning ? 1 : 0;
            }
            System.out.printf("tuner, nothing to win, slower modes by %.0f %%: %d files of %d%n", 100 * modes, files,
                    SEEDS);
            assertThat(files).isLessThanOrEqualTo(SEEDS * 5 / 100);
        }
    }

    @Test
    void whatWasMeasuredHasALineWithItsChannelsAndNothingElseHas() throws Exception {
        var cluster = new Cluster(0.2, 0, 7);
        var winning = (TuningResult.Winning) TuningResult.of(cluster.trials(8, true, List.of(Operation.ALL_REDUCE)),
                OTHERS);
        var text = winning.file().text(winning.wins(), OTHERS);
        assertThat(text.lines()).allSatisfy(line -> assertThat(line.length()).isLessThan(256));
        var plugin = read(text);
        for (var operation : ALL) {
            for (long bytes : new long[]{Cluster.FROM, 300_000, 1L << 33}) {
                assertThat(plugin.get(operation, bytes, 1, 8).channels()).isGreaterThan(1);
            }
        }
        for (long bytes : new long[]{0, 1, Cluster.FROM - 1}) {
            assertThat(plugin.find(Operation.ALL_REDUCE, bytes, 1, 8)).isEmpty();
        }
        assertThat(plugin.find(Operation.ALL_REDUCE, Cluster.FROM, 4, 30)).isEmpty();
        assertThat(text).contains("The plugin runs everything else on ONE channel");
    }

    /** The plugin runs 64 KiB on one channel if the file begins at 1 MiB. */
    @Test
    void noFileIsWrittenWhereSmallMessagesWereNotMeasured() throws Exception {
        var rows = new Cluster(0.2, 0, 7).text(8, true, ALL, "").lines()
                .filter(line -> !line.matches(".*,8,,(16384|65536|262144),float.*")).toList();
        var tuned = TuningResult.of(Cluster.trials(String.join("\n", rows) + "\n"), Set.of());
        assertThat(tuned).isInstanceOfSatisfying(TuningResult.Refused.class,
                refused -> assertThat(refused.reasons()).singleElement().asString().startsWith(
                        "nothing smaller than all_reduce of 1 MiB on 8 GPUs was measured, and the plugin runs sizes"));
    }

    @Test
    void collectivesThatWereNotMeasuredAreNoFile() throws Exception {
        var tuned = TuningResult.of(new Cluster(0.2, 0, 7).trials(8, true, List.of(Operation.ALL_REDUCE)), Set.of());
        assertThat(tuned).isInstanceOfSatisfying(TuningResult.Refused.class, refused -> assertThat(refused.reasons())
                .singleElement().asString()
                .startsWith(
                        "all_gather, reduce_scatter, broadcast, reduce were not measured, and the plugin rules all"));
    }

    /** Anyone who measured "no plugin" under a plugin without a matching line has a baseline on one channel. */
    @Test
    void aBaselineOnOneChannelIsTheTrapAndNoBaseline() throws Exception {
        var text = new Cluster(0, 0, 7).text(8, true, ALL, "")
                .replaceAll("(20,)([\\d.]+)(,,,,,,,0,,,,,algo=\\w+;proto=\\w+;channels=)\\d+", "$1999999$31");
        var trials = Cluster.trials(text);
        assertThat(trials.problems()).anySatisfy(problem -> assertThat(problem)
                .contains("channel{Lo..Hi}={0..0}", "measure without NCCL_TUNER_PLUGIN"));
        assertThat(trials.places()).noneMatch(place -> place.bytes() >= 1 << 20);
        var set = Cluster.trials(new Cluster(0, 0, 7).text(8, true, ALL, "NCCL_TUNER_PLUGIN=example;"));
        assertThat(set.problems()).singleElement().asString().contains("they measure a tuner");
        assertThat(set.places()).isEmpty();
    }

    @Test
    void sizesAtWhichNothingIsKnownToBeAsFastAreSaid() throws Exception {
        var tuned = TuningResult.of(new Cluster(0.2, 0.1, 8).trials(5, false, ALL), Set.of());
        assertThat(tuned).isInstanceOfSatisfying(TuningResult.Refused.class, refused -> assertThat(refused.reasons())
                .anySatisfy(reason -> assertThat(reason).contains("no choice is known to be as fast as NCCL's own",
                        "NCCL_DEBUG_SUBSYS=TUNING")));
    }

    @Test
    void theCommandWritesTheFileAndThePlanAgainstNoPlugin() throws Exception {
        var log = Files.writeString(folder.resolve("trials.csv"), new Cluster(0.2, 0, 7).text(8, true, ALL, ""));
        var file = folder.resolve("tuner.csv");
        assertThat(tune(log.toString(), "-o", file.toString())).as(err.toString()).isZero();
        assertThat(Files.readString(file)).contains("allreduce,", "\n# all_reduce of 1 MiB on 8 GPUs: ")
                .doesNotContain(",-1,-1\nallreduce,0,9223372036854775807,ring,simple,1,");
        assertThat(Files.readString(folder.resolve("tuner-ab.yaml"))).contains("repetitions: 8",
                "  - {operations: all_reduce, gpus: 8, sizes: {from: 16K, to: 256M, factor: 4}}",
                "  no-plugin: {NCCL_TUNER_PLUGIN: ~, NCCL_TUNER_CONFIG_FILE: ~}",
                "  tuner: {NCCL_TUNER_PLUGIN: libnccl-tuner-example.so, NCCL_TUNER_CONFIG_FILE: \"" + file + "\"}");
        assertThat(Files.readString(folder.resolve("tuner-ab.yaml")))
                .contains(
                        "  - {operations: all_reduce, gpus: 8, sizes: [8, {from: 1K, to: 8K, factor: 8}]} # no line of the file fits these");
        assertThat(out.toString()).contains(
                "The plugin runs messages smaller than measured, and communicators of any other",
                "Hold it against no plugin before you use it: gpucomm run ");
    }

    @Test
    void whatIsRefusedLeavesNoFile() throws Exception {
        var log = Files.writeString(folder.resolve("trials.csv"), new Cluster(0, 0, 7).text(8, true, ALL, ""));
        assertThat(tune(log.toString(), "-o", folder.resolve("tuner.csv").toString())).isEqualTo(1);
        assertThat(err.toString()).contains("no tuner file is written:", "load no plugin");
        assertThat(folder.resolve("tuner.csv")).doesNotExist();
        assertThat(tune(log.toString(), "--unused", "alltoall")).isEqualTo(2);
        assertThat(err.toString())
                .contains("--unused must be of all_reduce, all_gather, reduce_scatter, broadcast, reduce,"
                        + " was 'alltoall'");
    }

    private int tune(String... arguments) {
        return new CommandLine(new TuneCommand()).setOut(new PrintWriter(out)).setErr(new PrintWriter(err))
                .execute(arguments);
    }

    /** At a measured size, the file takes 2 % longer than NCCL would by itself. */
    private static boolean loses(Cluster cluster, Plugin plugin) {
        for (var operation : ALL) {
            for (long bytes = Cluster.FROM; bytes <= Cluster.TO; bytes *= 4) {
                if (cluster.time(operation, bytes, plugin.get(operation, bytes, 1, 8)) > 1.02
                        * cluster.ownTime(operation, bytes)) {
                    // What NCCL does by itself costs what it costs, also when the file names it.
                    if (!plugin.get(operation, bytes, 1, 8).equals(cluster.own(operation, bytes))) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private static Plugin read(String text) {
        var lines = new ArrayList<String[]>();
        text.lines().filter(line -> !line.startsWith("#")).forEach(line -> lines.add(line.split(",")));
        return new Plugin(lines);
    }

    /** As plugins/tuner/example/plugin.c of NCCL: one channel, unless a line fits; the first that does counts. */
    private record Plugin(List<String[]> lines) {

        Choice get(Operation operation, long bytes, int nodes, int ranks) {
            return find(operation, bytes, nodes, ranks).orElse(new Choice("ring", "simple", 1));
        }

        Optional<Choice> find(Operation operation, long bytes, int nodes, int ranks) {
            for (var line : lines) {
                assertThat(line).hasSize(8);
                if (line[0].equals(Trials.COLLECTIVES.get(operation)) && bytes >= Long.parseLong(line[1])
                        && bytes <= Long.parseLong(line[2]) && fits(line[6], nodes) && fits(line[7], ranks)) {
                    return Optional.of(new Choice(line[3], line[4], Integer.parseInt(line[5])));
                }
            }
            return Optional.empty();
        }

        private static boolean fits(String given, int value) {
            return given.equals("-1") || Integer.parseInt(given) == value;
        }
    }
}
