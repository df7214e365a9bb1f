package org.gpucomm.analysis.headline;

import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.Flag;
import org.gpucomm.results.format.context.Failure;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.RunFact;
import org.gpucomm.analysis.evidence.EvidenceFlag;
import org.gpucomm.analysis.rules.Phrases;

/** Reason why a program failed, and the hosts, in the shortest words of its log. */
final class Failures {

    /** Chain of NVSHMEM's return codes, with the reason behind the last. */
    private static final Pattern CODES = Pattern.compile(".*: non-zero status: -?\\d{1,6}:? +([a-zA-Z].*)");
    private static final Pattern QUOTED = Pattern.compile("\u201c([^\u201c\u201d]*)\u201d");
    /** Warnings of NCCL and lines of nccl-tests, with the text before the reason. */
    private static final Pattern WARNING = Pattern.compile(".*\\bNCCL WARN (.*)");
    private static final Pattern TEST = Pattern.compile(".*\\bTest (?:NCCL|CUDA) failure \\S+ '(.*?)[ /]*'.*");
    /** Source file before the reason, with its folders. */
    private static final Pattern SOURCE = Pattern
            .compile("(?:\\[error] )?\\S*?([\\w.-]+\\.(?:c|cc|cpp|cu|h|hpp|py)(?::\\w{1,60})?:\\d+ ?: .*)");
    /** Lines of UCX, with the process and the source file before the reason. */
    private static final Pattern UCX = Pattern.compile("(?:\\[[\\d.]+\\] +)?\\[?[\\w.-]+:\\d+[ :\\d]*\\] +"
            + "(?:[\\w.-]+\\.cc?:\\d+ +(?:UCX +(?:ERROR|FATAL|DIAG) +)?|(?=Caught signal ))(.*)");
    /** Lines of Google's logging library and of PyTorch, with time and place before the reason. */
    private static final Pattern LOGGED = Pattern
            .compile("(?:\\[rank\\d+\\]: ?)?\\[?[EFW]\\d{3,4} [\\d:.]+ +(?:\\d+ )?[\\w./-]+:\\d+\\] "
                    + "(?:\\[\\w+\\] )?(.*)");
    private static final Pattern VARYING = Pattern.compile("\\S*\\d\\S*");
    /** Completion of verbs. The text after the status is useless. */
    private static final Pattern COMPLETION = Pattern
            .compile("(NET/IB\\w* ?: ?Got completion .*?(?:status|error)[ =](?:\\w{1,40}\\(\\d+\\)|\\d+\\b)).*");
    /** Exceptions of Python and C++ that need no name. */
    private static final Pattern EXCEPTION = Pattern
            .compile("(?:(?:\\[rank\\d+\\]: ?)?RuntimeError: (?!NCCL)|\\s*what\\(\\):\\s+)(.*)");
    private static final Pattern SIGNAL = Pattern.compile("\\[[\\w.-]+:\\d+\\] Signal: (.*)");
    private static final Pattern HOST = Pattern
            .compile("^(?:\\[[0-9][^\\]]*\\] ?)?\\[?([A-Za-z][\\w.-]*)(?::\\d+:\\d+ |: Test |:\\d+\\] Signal"
                    + "| \\[\\d+\\] \\S+:\\d+ NCCL WARN )");
    /** Process and GPU in a line of NCCL about a failure of CUDA or HIP. */
    private static final Pattern GPU = Pattern
            .compile("(?<=:)\\d+(?=:\\d+ \\[(\\d+)\\] .*(?:Cuda|CUDA|HIP) failure )");
    /** Process of nccl-tests that ends with an error. */
    private static final Pattern PROCESS = Pattern.compile("\\S+ pid \\d+(?=: Test failure)");
    /** Variable of the environment without a value. */
    private static final Pattern VARIABLE = Pattern.compile("\\b[A-Z]{2,12}_[A-Z0-9_]+\\b(?!=)");
    /** Last line of a launcher or of nccl-tests, which only reports that something failed before. */
    private static final Pattern EXIT = Pattern
            .compile(".*[Ee]xited with exit code (\\d+).*|.*: Test failure \\S+:\\d+\\s*");
    private static final Pattern CRASH = Pattern
            .compile("Segmentation fault|Bus error|SIGSEGV|SIGBUS|[Ss]ignal (?:7|11)\\b");
    private static final int LONGEST = 120;

    private Failures() {}

    static Optional<String> of(Evidence evidence, List<RunFact> facts) {
        return evidence.flags().stream().filter(flag -> flag.flag() == Flag.ABORTED).findFirst()
                .map(flag -> sentence(flag, facts));
    }

    /** Returns whether all reported failures are mere exit codes. */
    static boolean isExitCode(Evidence evidence) {
        return evidence.flags().stream().filter(flag -> flag.flag() == Flag.ABORTED)
                .allMatch(flag -> EXIT.matcher(quoted(flag)).matches());
    }

    private static String sentence(EvidenceFlag flag, List<RunFact> facts) {
        var line = quoted(flag);
        var failures = Stream.concat(Stream.of(line), facts.stream()
                .filter(fact -> fact.name().equals(Fact.FAILURE) && fact.run().equals(flag.run()))
                .map(RunFact::value)).toList();
        var hung = CollectiveTimeout.in(line, failures);
        if (hung.isPresent()) {
            return hung.get();
        }
        var known = FailureMeaning.of(line);
        var cause = known.map(meaning -> meaning.causeIn(line, failures));
        var same = failures.stream().filter(each -> cause.isPresent()
                ? known.orElseThrow().isIn(each)
                : kind(each).equals(kind(line))).toList();
        var text = "Failed: " + cause.orElseGet(() -> shortened(reason(line))) + on(same, failures, facts)
                + crashedIn(line, failures) + known.map(meaning -> meaning.effectIn(failures)).orElse("");
        var remedy = known.map(FailureMeaning.Known::remedy).orElse("");
        boolean isLong = cause.isPresent() && FirstSentence.isLong(text + " " + remedy + ".");
        text += (remedy.isEmpty() ? "" : isLong ? ". " + Phrases.capital(remedy) : "; " + remedy) + ".";
        return withValues(text, facts);
    }

    /** Adds the values that the log shows to the names of variables in the text. */
    private static String withValues(String text, List<RunFact> facts) {
        return VARIABLE.matcher(text).replaceAll(name -> {
            var values = facts.stream().filter(fact -> fact.name().equals("env:" + name.group()))
                    .map(RunFact::value).distinct().toList();
            return Matcher.quoteReplacement(values.size() == 1 ? name.group() + "=" + values.getFirst() : name.group());
        });
    }

    /**
     * Returns where it happened, in words.
     *
     * @param same     lines that report this failure
     * @param failures all lines that report a failure
     */
    private static String on(List<String> same, List<String> failures, List<RunFact> facts) {
        var hosts = List.copyOf(same.stream().map(Failures::host).flatMap(Optional::stream)
                .collect(Collectors.toCollection(TreeSet::new)));
        long known = facts.stream().filter(fact -> fact.name().equals("host")).map(RunFact::value).distinct().count();
        long gpus = distinct(GPU, same);
        long processes = distinct(PROCESS, failures);
        return switch (hosts.size()) {
            case 0 -> "";
            case 1 -> " on " + (gpus > 1 ? gpus + " GPUs of " : "") + hosts.getFirst();
            case 2 -> known > 2 ? " on " + hosts.getFirst() + " and " + hosts.getLast() : " on both hosts";
            default -> " on " + hosts.size() + " hosts";
        } + (processes > Math.max(1, hosts.size()) ? " (" + processes + " processes failed)" : "");
    }

    /** Returns the function in which a program crashed, in words; empty if it did not crash or the log has no stack trace. */
    private static String crashedIn(String line, List<String> failures) {
        return CRASH.matcher(line).find()
                ? failures.stream().map(Failure::crashedIn).flatMap(Optional::stream).findFirst()
                        .map(function -> " in " + function).orElse("")
                : "";
    }

    private static long distinct(Pattern pattern, List<String> lines) {
        return lines.stream().map(pattern::matcher).filter(Matcher::find)
                .map(found -> found.group() + " " + (found.groupCount() > 0 ? found.group(1) : "")).distinct().count();
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
        for (var pattern : List.of(WARNING, TEST, SIGNAL, CODES, UCX, LOGGED, SOURCE, EXCEPTION)) {
            var found = pattern.matcher(line);
            if (found.matches()) {
                return bare(found.group(1));
            }
        }
        return bare(line);
    }

    private static String bare(String reason) {
        return COMPLETION.matcher(reason.strip().replaceFirst("^Failed(?:[:,]| (?=status)) ?", "")).replaceFirst("$1");
    }

    /** Returns the reason without the parts that differ between ranks: addresses, lengths. */
    private static String kind(String line) {
        return VARYING.matcher(reason(line)).replaceAll("#");
    }

    private static String shortened(String text) {
        var ended = text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
        return ended.length() > LONGEST ? ended.substring(0, LONGEST) + "…" : ended;
    }
}
