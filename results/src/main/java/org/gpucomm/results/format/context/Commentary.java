package org.gpucomm.results.format.context;

import java.util.ArrayList;
import java.util.List;

import org.gpucomm.results.Operation;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.LauncherOptions;
import org.gpucomm.results.format.Tuning;
import org.jspecify.annotations.Nullable;

/**
 * Facts of a line that belongs to no benchmark's table.
 *
 * @param facts     of software, hardware and settings
 * @param command   whether it is a command that starts a benchmark, or shows one: a shell's trace, a launcher's echo, a script's
 *                  word of which run comes next
 * @param operation that it names as the next to be measured: a heading
 * @param tuning    how the library chose to run a call
 * @param rank      of a communicator, with its host
 * @param failure   in words, if it reports that a program failed
 * @param warning   whether the library warns of something that did not work
 */
public record Commentary(List<Fact> facts, boolean command, @Nullable Operation operation, @Nullable Tuning tuning,
        @Nullable CommunicatorRank rank, @Nullable String failure, boolean warning) {

    public static final String BY_LAUNCHER = "the launcher reports a failure";
    public static final String BY_PROGRAM = "a program reports a failure";
    private static final Commentary NOTHING = new Commentary(List.of(), false, null, null, null, null, false);

    /** Returns whether a line that reports a failure names no cause, or what follows from another's failure. */
    public static boolean isConsequence(String line) {
        return Failure.isConsequence(line);
    }

    /** Returns whether a line that reports a failure says nothing of what failed. */
    public static boolean isUnnamed(String line) {
        return Failure.isUnnamed(line);
    }

    /** Returns whether a call of the library returned an error: {@code NCCL INFO init.cc:1089 -> 3}. */
    public static boolean isFailedCall(String line) {
        return NcclMessage.isFailedCall(line);
    }

    /** Returns whether the next line names what failed, which PyTorch writes so. */
    public static boolean announcesCause(String line) {
        return line.stripTrailing().endsWith("Last error:");
    }

    /** Returns whether programs go on after this warning. */
    public static boolean isHarmless(String line) {
        return Failure.isHarmless(line);
    }

    /** Returns where the words begin that report a failure; 0 if none are known. */
    public static int failureAt(String line) {
        return Failure.at(line);
    }

    /** Returns whether the library itself wrote the line for information, so that it is part of no benchmark's table. */
    public static boolean isOfTheLibrary(String line) {
        return line.contains("CCL INFO ") || isOfLibfabric(line);
    }

    /** {@code libfabric:4711:1726869858::core:core:fi_param_get_():279<info> variable hook=<not set>} */
    private static boolean isOfLibfabric(String line) {
        return line.startsWith("libfabric:") && line.indexOf("():") > 0 && line.indexOf("> ") > 0;
    }

    public static Commentary of(String line) {
        if (line.length() < 4) {
            return NOTHING;
        }
        var message = NcclMessage.in(line);
        if (message != null) {
            var tuning = NcclTuning.of(message.text());
            return new Commentary(tuning == null ? NcclFacts.of(message) : List.of(), false, null, tuning,
                    CommunicatorRank.in(line), message.failure(), message.isOfTrouble());
        }
        if (isOfLibfabric(line)) {
            var settings = Environment.facts(line);
            return settings.isEmpty() ? NOTHING : new Commentary(settings, false, null, null, null, null, false);
        }
        var failure = Failure.in(line);
        if (failure != null) {
            return new Commentary(List.of(), false, null, null, null, failure, false);
        }
        if (Failure.isTrouble(line)) {
            return new Commentary(List.of(), false, null, null, null, null, true);
        }
        var facts = new ArrayList<Fact>(Environment.facts(line));
        facts.addAll(Platforms.facts(line));
        boolean command = CommandLine.isOne(line);
        if (command) {
            facts.add(new Fact("command", CommandLine.withoutSecrets(line)));
        }
        boolean starts = command || LauncherOptions.startsRun(line);
        return new Commentary(facts, starts, starts ? null : NamedOperation.operation(line), null, null, null, false);
    }
}
