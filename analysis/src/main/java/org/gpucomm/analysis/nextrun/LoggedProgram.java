package org.gpucomm.analysis.nextrun;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.gpucomm.analysis.evidence.RowRef;
import org.gpucomm.analysis.evidence.RunFact;
import org.gpucomm.analysis.rules.Finding;

/**
 * Benchmark program that is not part of gpucomm, with its command from a log: a step of a plan that repeats all its measurements.
 *
 * @param name    name of the step
 * @param command shell command
 */
record LoggedProgram(String name, String command) {

    /** Plain words: nothing that a shell would take for a second command, a file or a variable. */
    private static final Pattern WORDS = Pattern.compile("[A-Za-z0-9_./:=,@%+ -]+");
    /** Benchmark programs. The author of a log chose its words, and no plan runs any other program. */
    private static final Pattern BENCHMARK = Pattern.compile("osu_\\w+|ib_(?:write|read|send|atomic)_(?:bw|lat)|fi_\\w+"
            + "|nvbandwidth|ucx_perftest|\\w+_perf(?:_mpi)?|\\w+_(?:latency|bw|on_stream)|p2pBandwidthLatencyTest"
            + "|test_(?:intranode|internode|low_latency|ep)\\.py");

    /** Returns the command of all runs behind a finding; empty if a log has none, or commands differ. */
    static Optional<LoggedProgram> of(Finding finding, List<RunFact> facts) {
        var runs = finding.rows().stream().map(RowRef::run).distinct().toList();
        var commands = commands(facts);
        var found = runs.stream().map(run -> commands.getOrDefault(run, "")).distinct().toList();
        return found.size() == 1 && WORDS.matcher(found.getFirst()).matches()
                ? program(found.getFirst()).map(name -> new LoggedProgram(name, found.getFirst()))
                : Optional.empty();
    }

    /** Returns commands by run; empty for a run with two commands, since its output may be from either. */
    private static Map<String, String> commands(Collection<RunFact> facts) {
        var commands = new LinkedHashMap<String, String>();
        for (var fact : facts) {
            if (fact.name().equals("command")) {
                var bare = bare(fact.value());
                commands.merge(fact.run(), bare, (one, other) -> one.equals(other) ? one : "");
            }
        }
        return commands;
    }

    /** Returns the line without the prompt of a shell or the prefix of its trace. */
    private static String bare(String line) {
        return line.strip().replaceFirst("^(?:[$#>]|\\++)\\s+", "");
    }

    /** Returns the first word that is a benchmark program, without its folder, for example {@code alltoall_latency}. */
    private static Optional<String> program(String command) {
        return Stream.of(command.split("\\s+")).map(word -> word.substring(word.lastIndexOf('/') + 1))
                .filter(word -> BENCHMARK.matcher(word).matches()).findFirst();
    }
}
