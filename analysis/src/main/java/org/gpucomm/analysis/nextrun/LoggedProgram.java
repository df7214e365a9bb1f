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
 * A program of somebody else's, as the log has the command that ran it: a step of a plan that measures all that it measured.
 *
 * @param name    of the step
 * @param command for a shell
 */
record LoggedProgram(String name, String command) {

    /** Words alone: nothing that a shell would take for a second command, a file or a variable. */
    private static final Pattern WORDS = Pattern.compile("[A-Za-z0-9_./:=,@%+ -]+");
    /** Programs that measure. Anyone who wrote a log chose its words, and no plan runs any other program for them. */
    private static final Pattern BENCHMARK = Pattern.compile("osu_\\w+|ib_(?:write|read|send|atomic)_(?:bw|lat)|fi_\\w+"
            + "|nvbandwidth|ucx_perftest|\\w+_perf(?:_mpi)?|\\w+_(?:latency|bw|on_stream)|p2pBandwidthLatencyTest"
            + "|test_(?:intranode|internode|low_latency|ep)\\.py");

    /** Returns the one command of all runs that a finding stands on; empty where a log has none, or two have not the same. */
    static Optional<LoggedProgram> of(Finding finding, List<RunFact> facts) {
        var runs = finding.rows().stream().map(RowRef::run).distinct().toList();
        var commands = commands(facts);
        var found = runs.stream().map(run -> commands.getOrDefault(run, "")).distinct().toList();
        return found.size() == 1 && WORDS.matcher(found.getFirst()).matches()
                ? program(found.getFirst()).map(name -> new LoggedProgram(name, found.getFirst()))
                : Optional.empty();
    }

    /** By run; two commands of one run are none, since nobody knows which of them printed what. */
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

    /** Without the prompt of a shell and what a trace of one puts before a line. */
    private static String bare(String line) {
        return line.strip().replaceFirst("^(?:[$#>]|\\++)\\s+", "");
    }

    /** {@code alltoall_latency}: the first word that is a program which measures, without its folder. */
    private static Optional<String> program(String command) {
        return Stream.of(command.split("\\s+")).map(word -> word.substring(word.lastIndexOf('/') + 1))
                .filter(word -> BENCHMARK.matcher(word).matches()).findFirst();
    }
}
