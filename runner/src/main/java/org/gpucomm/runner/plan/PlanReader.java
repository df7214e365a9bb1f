package org.gpucomm.runner.plan;

import java.io.StringReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

import org.gpucomm.results.Bench;
import org.gpucomm.results.Bytes;
import org.gpucomm.results.Operation;
import org.gpucomm.results.yaml.YamlFile;
import org.gpucomm.results.yaml.YamlMap;
import org.gpucomm.results.yaml.YamlValue;
import org.gpucomm.runner.rig.Sizes;

/**
 * Reads a plan (docs/plans.md). Everything that is wrong with one is said with its line, by an
 * {@link org.gpucomm.results.yaml.InvalidSpec}.
 */
public final class PlanReader {

    /** Flags of bench that the plan sets by its own keys or by itself. */
    private static final List<String> PLANS_OWN = List.of("-b", "-e", "-f", "-i", "-g", "-d", "-o", "-n", "-w", "-c",
            "-O", "--output", "--resume", "--overwrite", "--section", "--setting", "--upload");

    private static final Duration DEFAULT_LIMIT = Duration.ofHours(1);
    /** A plan with more sizes in a step is a mistake. */
    private static final int MOST_SIZES = 10_000;
    private static final Pattern DURATION = Pattern.compile("(\\d{1,6})\\s*([smh])");

    private final YamlMap keys;
    private final List<Bench> families;

    private PlanReader(YamlMap keys, List<Bench> families) {
        this.families = families;
        this.keys = keys.only("name", "output", "repetitions", "family", "operations", "nodes", "gpus", "processes",
                "sizes",
                "datatypes", "redops", "iterations", "warmups", "check", "programs", "settings", "options", "timeout",
                "slurm", "kubernetes");
    }

    public static Plan read(Path file) {
        return read(file, Bench.ALL);
    }

    /** @param families that the plan may name; the first is meant where it names none */
    public static Plan read(Path file, List<Bench> families) {
        return new PlanReader(yaml(file.toString()).map(file), families).plan(file.toString());
    }

    /** @param file its name, for messages and for the plan's name where it has none */
    static Plan parse(String text, String file) {
        return new PlanReader(yaml(file).map(new StringReader(text)), Bench.ALL).plan(file);
    }

    private static YamlFile yaml(String file) {
        return new YamlFile(file, "the plan", "docs/plans.md shows what a plan looks like");
    }

    private Plan plan(String file) {
        var work = new ArrayList<Work>(benchmarks());
        work.addAll(ProgramReader.read(keys));
        if (work.isEmpty()) {
            throw keys.error("needs operations or programs; docs/plans.md shows an example");
        }
        var plan = new Plan(keys.text("name", nameOf(file)), keys.find("output").map(PlanReader::output).orElse(null),
                wholeOrOne(keys, "repetitions"), work, settings(),
                keys.find("timeout").map(PlanReader::duration).orElse(DEFAULT_LIMIT), ClustersReader.read(keys));
        long steps = (long) plan.repetitions() * plan.work().size() * plan.settings().size();
        if (steps > Step.MOST) {
            throw keys.error("has " + steps + " steps, more than " + Step.MOST + "; divide it into several plans");
        }
        return plan;
    }

    /** Returns operations × hosts × GPUs × data types × operators × ranges of sizes, in this order. */
    private List<Benchmark> benchmarks() {
        var family = keys.find("family").map(this::family).orElse(families.getFirst());
        var operations = all("operations", value -> operation(value, family));
        var sizes = all("sizes", PlanReader::sizes);
        if (operations.isEmpty() != sizes.isEmpty() || keys.has("operations") && operations.isEmpty()) {
            var missing = operations.isEmpty() ? "operations" : "sizes";
            throw keys.error("needs " + missing + "; docs/plans.md shows an example");
        }
        int processes = wholeOrOne(keys, "processes");
        var iterations = keys.find("iterations").map(value -> value.whole(1)).orElse(null);
        var warmups = keys.find("warmups").map(value -> value.whole(0)).orElse(null);
        var check = keys.find("check").map(YamlValue::yes).orElse(null);
        var options = all("options", PlanReader::option);
        var benchmarks = new ArrayList<Benchmark>();
        for (var operation : operations) {
            for (var nodes : oneOrMore("nodes", value -> value.whole(1))) {
                for (var gpus : oneOrMore("gpus", value -> shared(value, processes))) {
                    for (var type : oneOrMore("datatypes", PlanReader::word)) {
                        for (var redop : operators(operation)) {
                            for (var range : sizes) {
                                benchmarks.add(new Benchmark(family, operation, nodes.orElse(1), gpus.orElse(null),
                                        processes,
                                        type.orElse(null), redop.orElse(null), range, iterations, warmups, check,
                                        options));
                            }
                        }
                    }
                }
            }
        }
        return benchmarks;
    }

    private List<Optional<String>> operators(Operation operation) {
        var redops = oneOrMore("redops", PlanReader::word);
        return operation.reduces() ? redops : List.of(Optional.empty());
    }

    private List<Setting> settings() {
        if (!keys.has("settings")) {
            return List.of(Setting.NONE);
        }
        var given = keys.map("settings");
        if (given.keys().isEmpty()) {
            throw keys.error("settings", "are there and name none; leave them out, or write "
                    + "'ring: {NCCL_ALGO: Ring}'");
        }
        return given.keys().stream().map(name -> Setting.of(name, given.map(name))).toList();
    }

    static int wholeOrOne(YamlMap keys, String key) {
        return keys.find(key).map(value -> value.whole(1)).orElse(1);
    }

    private static int shared(YamlValue value, int processes) {
        int gpus = value.whole(1);
        if (gpus % processes != 0) {
            throw value.error(processes + " processes cannot share " + gpus + " GPUs evenly");
        }
        return gpus;
    }

    private Bench family(YamlValue value) {
        return families.stream().filter(family -> family.id().equals(value.text())).findFirst()
                .orElseThrow(() -> value.error("must be one of "
                        + String.join(", ", families.stream().map(Bench::id).toList()) + ", was '" + value.text()
                        + "'"));
    }

    private static Operation operation(YamlValue value, Bench family) {
        return Operation.ofId(value.text()).filter(family::has).orElseThrow(() -> value.error("'" + value.text()
                + "' is no operation to measure; there are " + family.names()));
    }

    private static Sizes sizes(YamlValue value) {
        if (!value.isMap()) {
            long size = bytes(value);
            return sizes(value, size, size, 1, 2);
        }
        var range = value.map().only("from", "to", "factor", "step");
        if (!range.has("from") || !range.has("to") || range.has("factor") == range.has("step")) {
            throw value.error("must have from, to, and one of factor and step: {from: 8, to: 1G, factor: 2}");
        }
        var sizes = sizes(value, bytes(range.value("from")), bytes(range.value("to")),
                range.has("step") ? bytes(range.value("step")) : 1,
                range.has("step") ? 1 : range.value("factor").whole(2));
        if (sizes.stream().limit(MOST_SIZES + 1).count() > MOST_SIZES) {
            throw value.error("are more than " + MOST_SIZES + " sizes; take a larger step");
        }
        return sizes;
    }

    private static Sizes sizes(YamlValue value, long from, long to, long step, int factor) {
        if (from > to) {
            throw value.error("cannot be: from must not be larger than to, was " + from + " to " + to);
        }
        try {
            return new Sizes(from, to, step, factor);
        } catch (IllegalArgumentException e) {
            throw value.error("cannot be: " + e.getMessage());
        }
    }

    private static long bytes(YamlValue value) {
        return Bytes.parse(value.text()).map(Bytes::count).orElseThrow(() -> value
                .error("must be a size such as 8, 64K, 16M or 1G, was '" + value.text() + "'"));
    }

    private static Path output(YamlValue value) {
        var name = value.text();
        if (!name.endsWith(".csv") && !name.endsWith(".jsonl")) {
            throw value.error("must end in .csv or .jsonl, was '" + name + "'");
        }
        return Path.of(name);
    }

    private static String word(YamlValue value) {
        var text = value.text();
        if (!text.matches("[a-z0-9_]+")) {
            throw value.error("must be a word such as float or sum, was '" + text + "'");
        }
        return text;
    }

    private static Duration duration(YamlValue value) {
        var duration = DURATION.matcher(value.text().strip());
        if (!duration.matches() || Integer.parseInt(duration.group(1)) == 0) {
            throw value.error("must be a time such as 90s, 10m or 2h, was '" + value.text() + "'");
        }
        int count = Integer.parseInt(duration.group(1));
        return switch (duration.group(2)) {
            case "s" -> Duration.ofSeconds(count);
            case "m" -> Duration.ofMinutes(count);
            default -> Duration.ofHours(count);
        };
    }

    private static String option(YamlValue value) {
        var text = value.text();
        var flag = text.contains("=") ? text.substring(0, text.indexOf('=')) : text;
        if (PLANS_OWN.contains(flag)) {
            throw value.error("'" + flag + "' is what the plan itself decides; use its key");
        }
        return text;
    }

    /** Returns the values of a key; none if it is not there. */
    private <T> List<T> all(String key, Function<YamlValue, T> reader) {
        return keys.find(key).map(YamlValue::items).orElse(List.of()).stream().map(reader).toList();
    }

    /** Returns the values of a key; one empty value where the plan leaves the choice to bench. */
    private <T> List<Optional<T>> oneOrMore(String key, Function<YamlValue, T> reader) {
        var values = all(key, reader);
        return values.isEmpty() ? List.of(Optional.empty()) : values.stream().map(Optional::of).toList();
    }

    private static String nameOf(String file) {
        return String.valueOf(Path.of(file).getFileName()).replaceFirst("\\.ya?ml$", "");
    }
}
