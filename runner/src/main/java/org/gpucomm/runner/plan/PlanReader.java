package org.gpucomm.runner.plan;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import org.gpucomm.results.Bench;
import org.gpucomm.results.Operation;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** Reads a plan (docs/plans.md). Everything that is wrong with one is said with its line. */
final class PlanReader {

    private static final List<String> KEYS = List.of("name", "output", "repetitions", "operations", "gpus", "processes",
            "sizes",
            "datatypes", "redops", "iterations", "warmups", "check", "settings", "options", "timeout");

    /** More would run for days; a plan of so many is a mistake. */
    private static final int MOST_STEPS = 10_000;

    private final Yaml yaml;
    private final Scalars scalars;
    private final Keys keys;

    private PlanReader(Yaml yaml, Keys keys) {
        this.yaml = yaml;
        this.scalars = new Scalars(yaml);
        this.keys = keys;
    }

    static Plan read(Path file) throws PlanException {
        try {
            return parse(Files.readString(file), file.toString());
        } catch (CharacterCodingException e) {
            throw new PlanException(file + " is no UTF-8 text", e);
        } catch (IOException e) {
            throw new PlanException(file + " cannot be read: " + (Files.exists(file) ? e.getMessage() : "no such file"),
                    e);
        }
    }

    /** @param file its name, for messages and for the plan's name where it has none */
    static Plan parse(String text, String file) throws PlanException {
        var yaml = new Yaml(file);
        return new PlanReader(yaml, Keys.of(yaml, yaml.parse(text), KEYS)).plan(file);
    }

    private Plan plan(String file) throws PlanException {
        var name = optional("name", scalars::text);
        var output = optional("output", scalars::output);
        var repetitions = optional("repetitions", node -> scalars.whole(node, "repetitions", 1));
        var limit = optional("timeout", scalars::duration);
        var plan = new Plan(Objects.requireNonNullElse(name, nameOf(file)), output,
                Objects.requireNonNullElse(repetitions, 1), benchmarks(), settings(),
                Objects.requireNonNullElse(limit, Scalars.DEFAULT_LIMIT));
        long steps = (long) plan.repetitions() * plan.benchmarks().size() * plan.settings().size();
        if (steps > MOST_STEPS) {
            throw yaml.problem(null, "the plan has " + steps + " steps, more than " + MOST_STEPS
                    + "; divide it into several plans");
        }
        return plan;
    }

    /** Operations × GPUs × data types × operators × ranges of sizes, in this order. */
    private List<Benchmark> benchmarks() throws PlanException {
        var iterations = optional("iterations", node -> scalars.whole(node, "iterations", 1));
        var warmups = optional("warmups", node -> scalars.whole(node, "warmups", 0));
        var check = optional("check", scalars::yesOrNo);
        var options = list("options", scalars::option);
        var processes = Objects.requireNonNullElse(
                optional("processes", node -> scalars.whole(node, "processes", 1)), 1);
        var benchmarks = new ArrayList<Benchmark>();
        for (var operation : required("operations", this::operation)) {
            for (var gpus : oneOrMore("gpus", node -> shared(node, processes))) {
                for (var type : oneOrMore("datatypes", node -> scalars.word(node, "a data type"))) {
                    for (var redop : operators(operation)) {
                        for (var sizes : required("sizes", this::sizes)) {
                            benchmarks.add(new Benchmark(operation, gpus.orElse(null), processes,
                                    type.orElse(null), redop.orElse(null), sizes, iterations, warmups, check, options));
                        }
                    }
                }
            }
        }
        return benchmarks;
    }

    private int shared(Node node, int processes) throws PlanException {
        int gpus = scalars.whole(node, "gpus", 1);
        if (gpus % processes != 0) {
            throw yaml.problem(node, processes + " processes cannot share " + gpus + " GPUs evenly");
        }
        return gpus;
    }

    private List<Optional<String>> operators(Operation operation) throws PlanException {
        var redops = oneOrMore("redops", node -> scalars.word(node, "an operator"));
        return operation.reduces() ? redops : List.of(Optional.empty());
    }

    private Operation operation(Node node) throws PlanException {
        var id = yaml.text(node, "an operation");
        return Operation.ofId(id).filter(Bench.NCCL::has).orElseThrow(() -> yaml.problem(node,
                "there is no operation '" + id + "' to measure; there are " + Bench.NCCL.names()));
    }

    private SizeRange sizes(Node node) throws PlanException {
        if (node instanceof ScalarNode) {
            return SizeRange.single(scalars.bytes(node, "a size"));
        }
        var range = Keys.of(yaml, yaml.mapping(node, "sizes"), List.of("from", "to", "factor", "step"));
        var factor = range.get("factor");
        var step = range.get("step");
        if (range.get("from").isEmpty() || range.get("to").isEmpty() || factor.isPresent() == step.isPresent()) {
            throw yaml.problem(node, "sizes need from, to, and one of factor and step: "
                    + "{from: 8, to: 1G, factor: 2}");
        }
        long from = scalars.bytes(range.get("from").get(), "from");
        long to = scalars.bytes(range.get("to").get(), "to");
        try {
            var sizes = step.isPresent()
                    ? new SizeRange(from, to, scalars.bytes(step.get(), "step"), false)
                    : new SizeRange(from, to, scalars.whole(factor.orElseThrow(), "factor", 2), true);
            if (sizes.sizes().size() > SizeRange.MOST) {
                throw yaml.problem(node, "these are more than " + SizeRange.MOST + " sizes; take a larger step");
            }
            return sizes;
        } catch (IllegalArgumentException e) {
            throw yaml.problem(node, String.valueOf(e.getMessage()));
        }
    }

    private List<Setting> settings() throws PlanException {
        var given = keys.get("settings");
        if (given.isEmpty()) {
            return List.of(Setting.NONE);
        }
        var settings = new ArrayList<Setting>();
        for (var setting : Keys.of(yaml, yaml.mapping(given.get(), "settings"), List.of()).all().entrySet()) {
            settings.add(setting(setting.getKey(), setting.getValue()));
        }
        if (settings.isEmpty()) {
            throw yaml.problem(given.get(), "settings are there and name none; leave them out, or write "
                    + "'ring: {NCCL_ALGO: Ring}'");
        }
        return settings;
    }

    private Setting setting(String name, Node node) throws PlanException {
        var variables = new LinkedHashMap<String, Optional<String>>();
        var members = Keys.of(yaml, yaml.mapping(node, "setting '" + name + "'"), List.of());
        for (var member : members.all().entrySet()) {
            variables.put(scalars.variable(member.getKey(), member.getValue()),
                    yaml.textOrNull(member.getValue(), member.getKey()));
        }
        return new Setting(name, variables);
    }

    private <T> @Nullable T optional(String key, Reader<T> reader) throws PlanException {
        var node = keys.get(key);
        return node.isEmpty() ? null : reader.read(node.get());
    }

    private <T> List<T> list(String key, Reader<T> reader) throws PlanException {
        var values = new ArrayList<T>();
        if (keys.get(key).isPresent()) {
            for (var element : yaml.list(keys.get(key).get())) {
                values.add(reader.read(element));
            }
        }
        return values;
    }

    private <T> List<T> required(String key, Reader<T> reader) throws PlanException {
        var values = list(key, reader);
        if (values.isEmpty()) {
            throw yaml.problem(keys.get(key).orElse(null),
                    "the plan needs " + key + "; docs/plans.md shows an example");
        }
        return values;
    }

    /** One empty value where the plan leaves the choice to bench. */
    private <T> List<Optional<T>> oneOrMore(String key, Reader<T> reader) throws PlanException {
        var values = list(key, reader);
        return values.isEmpty() ? List.of(Optional.empty()) : values.stream().map(Optional::of).toList();
    }

    private static String nameOf(String file) {
        return String.valueOf(Path.of(file).getFileName()).replaceFirst("\\.ya?ml$", "");
    }

    private interface Reader<T> {
        T read(Node node) throws PlanException;
    }
}
