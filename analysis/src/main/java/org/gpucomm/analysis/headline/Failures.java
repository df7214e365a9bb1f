package org.gpucomm.analysis.headline;

import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.gpucomm.results.format.Flag;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.RunFact;
import org.gpucomm.analysis.evidence.EvidenceFlag;

/** Reason why a program failed, and the hosts, in the shortest words of its log. */
final class Failures {

    private static final Pattern QUOTED = Pattern.compile("\u201c([^\u201c\u201d]*)\u201d");
    /** NCCL's warnings and nccl-tests' lines, with what stands before the reason. */
    private static final Pattern WARNING = Pattern.compile(".*\\bNCCL WARN (.*)");
    private static final Pattern TEST = Pattern.compile(".*\\bTest (?:NCCL|CUDA) failure \\S+ '(.*?)[ /]*'.*");
    private static final Pattern SIGNAL = Pattern.compile("\\[[\\w.-]+:\\d+\\] Signal: (.*)");
    private static final Pattern HOST = Pattern
            .compile("^(?:\\[[0-9][^\\]]*\\] ?)?\\[?([A-Za-z][\\w.-]*)(?::\\d+:\\d+ |: Test |:\\d+\\] Signal)");
    /** A launcher's last line says that something failed before it. */
    private static final Pattern EXIT = Pattern.compile(".*[Ee]xited with exit code (\\d+).*");
    private static final int LONGEST = 120;

    private Failures() {}

    static Optional<String> of(Evidence evidence, List<RunFact> facts) {
        return evidence.flags().stream().filter(flag -> flag.flag() == Flag.ABORTED).findFirst()
                .map(flag -> sentence(flag, facts));
    }

    /** Whether the only failure that is reported is that a process ended with a number. */
    static boolean isExitCode(Evidence evidence) {
        return evidence.flags().stream().filter(flag -> flag.flag() == Flag.ABORTED)
                .allMatch(flag -> EXIT.matcher(quoted(flag)).matches());
    }

    private static String sentence(EvidenceFlag flag, List<RunFact> facts) {
        var line = quoted(flag);
        var reason = reason(line);
        var failures = facts.stream().filter(fact -> fact.name().equals("failure") && fact.run().equals(flag.run()))
                .map(RunFact::value).toList();
        var hosts = failures.stream().filter(each -> reason(each).equals(reason)).map(Failures::host)
                .flatMap(Optional::stream).collect(Collectors.toCollection(TreeSet::new));
        var known = facts.stream().filter(fact -> fact.name().equals("host")).map(RunFact::value).distinct().count();
        return "Failed: " + shortened(reason) + on(List.copyOf(hosts), known) + ".";
    }

    /** @param known how many hosts the log names */
    private static String on(List<String> hosts, long known) {
        return switch (hosts.size()) {
            case 0 -> "";
            case 1 -> " on " + hosts.getFirst();
            case 2 -> known > 2 ? " on " + hosts.getFirst() + " and " + hosts.getLast() : " on both hosts";
            default -> " on " + hosts.size() + " hosts";
        };
    }

    private static Optional<String> host(String line) {
        var host = HOST.matcher(line);
        return host.find() ? Optional.of(host.group(1)) : Optional.empty();
    }

    private static String quoted(EvidenceFlag flag) {
        var quoted = QUOTED.matcher(flag.detail());
        return quoted.find() ? quoted.group(1) : flag.detail();
    }

    private static String reason(String line) {
        for (var pattern : List.of(WARNING, TEST, SIGNAL)) {
            var found = pattern.matcher(line);
            if (found.matches()) {
                return found.group(1).strip();
            }
        }
        return line.strip();
    }

    private static String shortened(String text) {
        var ended = text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
        return ended.length() > LONGEST ? ended.substring(0, LONGEST) + "…" : ended;
    }
}
