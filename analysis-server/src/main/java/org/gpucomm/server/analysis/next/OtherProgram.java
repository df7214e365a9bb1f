package org.gpucomm.server.analysis.next;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.gpucomm.server.analysis.evidence.RowRef;
import org.gpucomm.server.analysis.evidence.RunFact;
import org.gpucomm.server.analysis.rules.Finding;

/**
 * A program of somebody else's, as the log has the command that ran it: a step of a plan that measures all that it measured.
 *
 * @param name    of the step
 * @param command for a shell
 */
record OtherProgram(String name, String command) {

    /** Returns the one command of all runs that a finding stands on; empty where a log has none, or two have not the same. */
    static Optional<OtherProgram> of(Finding finding, List<RunFact> facts) {
        var runs = finding.rows().stream().map(RowRef::run).distinct().toList();
        var commands = commands(facts);
        var found = runs.stream().map(run -> commands.getOrDefault(run, "")).distinct().toList();
        return found.size() == 1 && !found.getFirst().isEmpty()
                ? Optional.of(new OtherProgram(name(found.getFirst()), found.getFirst()))
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

    /** {@code alltoall_latency}: the last word that looks like a program's path, else the first word. */
    private static String name(String command) {
        var words = List.of(command.split("\\s+"));
        return words.stream().filter(word -> word.contains("/") && !word.startsWith("-"))
                .map(word -> word.substring(word.lastIndexOf('/') + 1)).filter(word -> word.matches("[A-Za-z][\\w.-]*"))
                .reduce((one, other) -> other)
                .orElseGet(() -> words.getFirst().replaceAll("[^A-Za-z0-9_.-]", ""));
    }
}
