package org.gpucomm.results.format.context;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

import org.gpucomm.results.Operation;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.LauncherOptions;
import org.gpucomm.results.format.OperationName;
import org.gpucomm.results.format.Tuning;
import org.jspecify.annotations.Nullable;

/**
 * Facts in a line outside the tables of benchmarks.
 *
 * @param facts     facts about software, hardware and settings
 * @param command   whether the line starts a benchmark or shows the command: a shell's trace, a launcher's echo, a script's announcement of
 *                  the next run
 * @param operation operation that a heading announces; null if none
 * @param tuning    choice of the library for a call; null if none
 * @param rank      rank of a communicator with its host; null if none
 * @param failure   description of a program's failure; null if the line reports none
 * @param warning   whether the library warns that something did not work
 */
public record ContextLine(List<Fact> facts, boolean command, @Nullable Operation operation, @Nullable Tuning tuning,
        @Nullable CommunicatorRank rank, @Nullable String failure, boolean warning) {

    public static final String BY_LAUNCHER = "the launcher reports a failure";
    public static final String BY_PROGRAM = "a program reports a failure";
    private static final ContextLine NOTHING = new ContextLine(List.of(), false, null, null, null, null, false);

    /** Returns whether a library call returned an error: {@code NCCL INFO init.cc:1089 -> 3}. */
    public static boolean isFailedCall(String line) {
        return NcclMessage.isFailedCall(line);
    }

    /** Returns whether the next line names the cause, as announced by PyTorch and by C++. */
    public static boolean announcesCause(String line) {
        return line.stripTrailing().endsWith("Last error:")
                || line.stripTrailing().endsWith("Watchdog caught collective operation timeout:")
                || line.contains("terminate called after throwing an instance");
    }

    /** Returns whether the library wrote the line for information, so that the line belongs to no table. */
    public static boolean isOfTheLibrary(String line) {
        return line.contains("CCL INFO ") || isOfLibfabric(line);
    }

    /** Returns whether libfabric wrote the line: {@code libfabric:4711:1726869858::core:core:fi_param_get_():279<info> variable …}. */
    private static boolean isOfLibfabric(String line) {
        return line.startsWith("libfabric:") && line.indexOf("():") > 0 && line.indexOf("> ") > 0;
    }

    public static ContextLine of(String line) {
        if (line.length() < 4) {
            return NOTHING;
        }
        var message = NcclMessage.in(line);
        if (message != null && Failure.isOfMonitoring(line)) {
            return NOTHING;
        }
        if (message != null) {
            var tuning = NcclTuning.of(message.text());
            return new ContextLine(tuning == null ? NcclFacts.of(message) : List.of(), false, null, tuning,
                    CommunicatorRank.in(line), message.failure(), message.isOfTrouble());
        }
        if (isOfLibfabric(line)) {
            var settings = Environment.facts(line);
            boolean isTrouble = Failure.isTrouble(line);
            return settings.isEmpty() && !isTrouble
                    ? NOTHING
                    : new ContextLine(settings, false, null, null, null, null, isTrouble);
        }
        var failure = Failure.in(line);
        if (failure != null) {
            return new ContextLine(List.of(), false, null, null, null, failure, false);
        }
        if (Failure.isTrouble(line)) {
            return new ContextLine(List.of(), false, null, null, null, null, true);
        }
        var facts = new ArrayList<Fact>(Environment.facts(line));
        facts.addAll(Platforms.facts(line));
        boolean command = CommandLine.isOne(line);
        if (command) {
            facts.add(new Fact("command", CommandLine.withoutSecrets(line)));
        }
        boolean starts = command || LauncherOptions.startsRun(line);
        return new ContextLine(facts, starts, starts ? null : NamedOperation.operation(line), null, null, null, false);
    }

    /** Versions and machines in lines around a benchmark, without NCCL's prefix. */
    private static final class Platforms {

        private static final Pattern NCCL_VERSION = Pattern.compile("\\b(N|R)CCL version ?:? ?(\\d[\\w.+-]*)");
        private static final Pattern INSTANCE_TYPE = Pattern.compile(
                "(?i)\\binstance[-_ ]?type\\b[\\s\"':=]+([a-z][a-z0-9-]{1,15}\\.[a-z0-9-]{2,20})");
        private static final Pattern DRIVER = Pattern.compile("Driver Version: (\\d{3}\\.[\\d.]+)\\b");
        private static final Pattern CUDA = Pattern.compile("CUDA Version: (\\d{1,2}\\.\\d)\\b");
        private static final Pattern NCCL_CODE = Pattern.compile("\\d{4,6}");

        static List<Fact> facts(String line) {
            boolean said = line.contains("ersion") || line.contains("nstance");
            if (!said) {
                return List.of();
            }
            var facts = new ArrayList<Fact>();
            var version = NCCL_VERSION.matcher(line);
            // some programs print the code number of nccl.h instead of a version
            if (version.find() && !NCCL_CODE.matcher(version.group(2)).matches()) {
                facts.add(new Fact(version.group(1).equals("N") ? "nccl_version" : "rccl_version", version.group(2)));
            }
            add("instance_type", INSTANCE_TYPE, line, facts);
            add("driver_version", DRIVER, line, facts);
            add("cuda_version", CUDA, line, facts);
            return facts;
        }

        private static void add(String name, Pattern pattern, String line, List<Fact> facts) {
            var found = pattern.matcher(line);
            if (found.find()) {
                facts.add(new Fact(name, found.group(1)));
            }
        }
    }

    /**
     * Names of operations in text before a table: {@code === AllReduce, 16 GPUs ===}, {@code Running all-gather}. Names that are common words
     * ({@code reduce}, {@code scatter}, {@code broadcast}) are ignored.
     */
    private static final class NamedOperation {

        private static final int MOST_WORDS = 12;
        private static final Pattern NAME = Pattern.compile(
                "all[-_ ]?reduce|all[-_ ]?gather(?!v)|reduce[-_ ]?scatter|all[-_ ]?to[-_ ]?all(?!v)|send[-_/ ]?recv");
        private static final Map<String, String> PLAIN = Map.of("send/recv", "sendrecv");
        /** Heading about one half of the exchange of experts: {@code ## 1. DISPATCH (FP8)}. */
        private static final Pattern HALF = Pattern.compile("(?=[#*=])[#*= \\d.]*+(dispatch|combine)\\b(.*)");

        /** Returns the operation named in the line; null if none or several are. */
        static @Nullable Operation operation(String line) {
            if (line.length() > 160) {
                return null;
            }
            var lower = line.toLowerCase(Locale.ROOT);
            var half = HALF.matcher(lower.strip());
            if (half.matches() && !half.group(2).contains("combine") && !half.group(2).contains("dispatch")) {
                return Operation.ofId(half.group(1)).orElseThrow();
            }
            // most lines of a long log name nothing, and the pattern's alternatives are slow
            if (!lower.contains("all") && !lower.contains("reduce") && !lower.contains("send")) {
                return null;
            }
            var names = NAME.matcher(lower);
            if (!names.find()) {
                return null;
            }
            var name = names.group();
            if (line.strip().split("\\s+").length > MOST_WORDS) {
                return null;
            }
            var operation = OperationName.in(PLAIN.getOrDefault(name, name)).orElse(null);
            while (names.find()) {
                if (OperationName.in(PLAIN.getOrDefault(names.group(), names.group())).orElse(null) != operation) {
                    return null;
                }
            }
            return operation;
        }
    }
}
