package org.gpucomm.analysis.nextrun;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.gpucomm.results.Bytes;
import org.gpucomm.analysis.nextrun.Arm.Work;
import org.jspecify.annotations.Nullable;

/** Text of a plan (docs/plans.md) that answers questions: each of their benchmarks under each of their settings, in alternation. */
public final class PlanText {

    private static final int WIDTH = 120;

    private final String name;
    private final List<Question> questions;
    private final @Nullable String server;

    /**
     * @param name   name of the plan and, with {@code .jsonl}, of its results
     * @param server server for the results; null for none
     */
    public PlanText(String name, Questions questions, @Nullable String server) {
        this.name = name;
        this.questions = questions.open();
        this.server = server;
    }

    /** Returns the text of the file. There must be a question. */
    public String text() {
        var text = new StringBuilder();
        for (var line : head()) {
            wrapped("# " + line, text);
        }
        text.append("name: ").append(name).append("\noutput: ").append(name).append(".jsonl\n");
        if (server != null) {
            text.append("upload: ").append(quoted(server)).append('\n');
        }
        text.append("repetitions: ").append(questions.stream().mapToInt(Question::repetitions).max().orElseThrow())
                .append('\n');
        if (!works().isEmpty()) {
            text.append("benchmarks:\n");
        }
        works().forEach((work, sizes) -> text.append("  - {").append(benchmark(work, sizes)).append("}\n"));
        var programs = questions.stream().flatMap(question -> question.programs().stream()).distinct().toList();
        if (!programs.isEmpty()) {
            text.append("programs:\n");
            programs.forEach(program -> text.append("  - {name: ").append(quoted(program.name())).append(", command: ")
                    .append(quoted(program.command())).append("}\n"));
        }
        var settings = settings();
        if (!settings.isEmpty() && !settings.equals(List.of(Map.of()))) {
            text.append("settings:\n");
            var names = names(settings);
            for (int i = 0; i < settings.size(); i++) {
                text.append("  ").append(quoted(names.get(i))).append(": {")
                        .append(settings.get(i).entrySet().stream()
                                .map(variable -> variable.getKey() + ": " + quoted(variable.getValue()))
                                .collect(Collectors.joining(", ")))
                        .append("}\n");
            }
        }
        return text.toString();
    }

    /** Returns the command that runs the plan in this file, for example {@code gpucomm run next.yaml --on slurm}. */
    public String command(String file) {
        return "gpucomm run " + file
                + (works().keySet().stream().anyMatch(work -> work.nodes() > 1) ? " --on slurm" : "");
    }

    /** Returns whether the plan runs commands from logs. */
    public boolean isOfPrograms() {
        return questions.stream().anyMatch(question -> !question.programs().isEmpty());
    }

    /** Returns the shell command that writes the plan for these files and, unless the plan has commands from logs, also runs it. */
    public static String commands(List<Path> files, Questions questions) {
        var plan = new PlanText("next", questions, null);
        var write = "gpucomm next " + files.stream().map(PlanText::word).collect(Collectors.joining(" "))
                + " -o next.yaml";
        // A user must read the commands from logs before they run.
        return plan.isOfPrograms() ? write : write + " && " + plan.command("next.yaml");
    }

    /** Returns the name quoted as one word of a shell. */
    public static String word(Path file) {
        var name = file.toString();
        return name.matches("[A-Za-z0-9_=,.:/^+-]+") ? name : "'" + name.replace("'", "'\\''") + "'";
    }

    private List<String> head() {
        var lines = new ArrayList<String>();
        lines.add("What the next run answers:");
        for (var question : questions) {
            lines.add("- " + question.finding().rule() + ": " + firstOf(question.finding().sentence()));
            lines.add(question.asksForCause()
                    ? "  " + CauseRun.words(question)
                    : String.format(Locale.ROOT,
                            "  A difference of %s at a noise of %s on %d %s takes %d repetitions in turns.",
                            percent(question.effect()), percent(question.noise()), Math.max(1, question.sizes().size()),
                            question.sizes().size() > 1 ? "sizes" : "place", question.repetitions()));
        }
        return lines;
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, share < 0.0995 ? "%.1f %%" : "%.0f %%", 100 * share);
    }

    private LinkedHashMap<Work, TreeSet<Long>> works() {
        var works = new LinkedHashMap<Work, TreeSet<Long>>();
        for (var question : questions) {
            for (var arm : question.arms()) {
                works.computeIfAbsent(arm.work(), added -> new TreeSet<>()).addAll(question.sizes());
            }
        }
        return works;
    }

    private List<Map<String, String>> settings() {
        return questions.stream().flatMap(question -> question.arms().stream()).map(Arm::variables).distinct().toList();
    }

    private static String benchmark(Work work, TreeSet<Long> sizes) {
        var keys = new ArrayList<String>();
        keys.add("family: " + work.family().id());
        keys.add("operations: " + work.operation().id());
        if (work.nodes() > 1) {
            keys.add("nodes: " + work.nodes());
        }
        if (work.gpus() > 0) {
            keys.add("gpus: " + work.gpus());
        }
        if (work.processes() > 1) {
            keys.add("processes: " + work.processes());
        }
        if (!work.datatype().isEmpty()) {
            keys.add("datatypes: " + quoted(work.datatype()));
        }
        if (!work.redop().isEmpty() && !work.redop().equals("none")) {
            keys.add("redops: " + quoted(work.redop()));
        }
        keys.add("sizes: " + sizes(sizes));
        if (!work.options().isEmpty()) {
            keys.add("options: [" + work.options().stream().map(PlanText::quoted).collect(Collectors.joining(", "))
                    + "]");
        }
        return String.join(", ", keys);
    }

    /** Returns exactly these sizes, as few ranges with one factor each, and single sizes. */
    public static String sizes(SortedSet<Long> sizes) {
        var parts = new ArrayList<String>();
        var left = new ArrayList<>(sizes);
        while (!left.isEmpty()) {
            int length = range(left);
            long from = left.getFirst();
            parts.add(length == 1
                    ? bytes(from)
                    : "{from: " + bytes(from) + ", to: " + bytes(left.get(length - 1)) + ", factor: "
                            + left.get(1) / from + "}");
            left.subList(0, length).clear();
        }
        return parts.size() == 1 ? parts.getFirst() : "[" + String.join(", ", parts) + "]";
    }

    /** Returns the number of sizes from the first on that grow by one whole factor. */
    private static int range(List<Long> sizes) {
        if (sizes.size() < 2 || sizes.get(1) % sizes.get(0) != 0) {
            return 1;
        }
        long factor = sizes.get(1) / sizes.get(0);
        int length = 2;
        while (length < sizes.size() && sizes.get(length) == factor * sizes.get(length - 1)) {
            length++;
        }
        // 4M, 256M, 512M, 1G: the second begins a range of its own.
        return length == 2 && sizes.size() > 2 ? 1 : length;
    }

    /** Returns the first sentence of a text. */
    private static String firstOf(String sentences) {
        int end = sentences.indexOf(". ");
        return end < 0 ? sentences : sentences.substring(0, end + 1);
    }

    /** Returns a size as plans write it, for example {@code 512K}. */
    private static String bytes(long bytes) {
        for (var unit : List.of(new Unit('G', Bytes.GIB), new Unit('M', Bytes.MIB), new Unit('K', Bytes.KIB))) {
            if (bytes % unit.bytes() == 0) {
                return bytes / unit.bytes() + "" + unit.letter();
            }
        }
        return Long.toString(bytes);
    }

    private record Unit(char letter, long bytes) {}

    /** Returns {@code default}, {@code Ring} or {@code Ring LL128}: the values, with their variables if the values are not distinct. */
    private static List<String> names(List<Map<String, String>> settings) {
        var values = settings.stream().map(each -> each.isEmpty() ? "default" : String.join(" ", each.values()))
                .toList();
        return values.stream().distinct().count() == values.size()
                ? values
                : settings.stream().map(each -> each.isEmpty() ? "default" : each.toString()).toList();
    }

    /** Returns any text as a single YAML value. */
    public static String quoted(String text) {
        return text.matches("[A-Za-z][A-Za-z0-9_./-]*") && !text.matches("(?i)yes|no|on|off|true|false|null")
                ? text
                : '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("\\p{Cntrl}", " ") + '"';
    }

    private static void wrapped(String line, StringBuilder text) {
        var rest = line.replaceAll("\\p{Cntrl}", " ");
        while (rest.length() > WIDTH && rest.lastIndexOf(' ', WIDTH) > 4) {
            int space = rest.lastIndexOf(' ', WIDTH);
            text.append(rest, 0, space).append('\n');
            rest = "#   " + rest.substring(space + 1);
        }
        text.append(rest).append('\n');
    }
}
