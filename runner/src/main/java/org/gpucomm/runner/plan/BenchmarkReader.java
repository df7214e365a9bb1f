package org.gpucomm.runner.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntSupplier;

import org.gpucomm.results.Bench;
import org.gpucomm.results.Bytes;
import org.gpucomm.results.Operation;
import org.gpucomm.results.yaml.YamlMap;
import org.gpucomm.results.yaml.YamlValue;
import org.gpucomm.runner.rig.MissingException;
import org.gpucomm.runner.rig.Sizes;

/**
 * Reader of the benchmarks of a plan, from its top-level keys or from an entry of {@code benchmarks}.
 *
 * @param families allowed families; the first is the default
 * @param gpus     number of GPUs of this host; throws a {@link MissingException} with the reason if it is unknown
 */
record BenchmarkReader(List<Bench> families, IntSupplier gpus) {

    static final List<String> KEYS = List.of("family", "operations", "nodes", "gpus", "processes", "sizes",
            "datatypes", "redops", "iterations", "warmups", "check", "options");

    /** Options of bench that a plan sets by keys or automatically. */
    private static final List<String> PLANS_OWN = List.of("-b", "-e", "-f", "-i", "-g", "-d", "-o", "-n", "-w", "-c",
            "-O", "--output", "--resume", "--overwrite", "--section", "--setting", "--upload", "-q", "--quiet");
    /** Maximum number of sizes of a step; more are considered a mistake. */
    private static final int MOST_SIZES = 10_000;
    /** Value of the key {@code processes}: one for each GPU of a host. */
    private static final String EACH_GPU = "gpus";
    private static final List<Optional<Sizes>> NO_SIZES = List.of(Optional.empty());

    /** Reads the benchmarks of an entry; the plan has the defaults for keys that the entry lacks. */
    List<Benchmark> read(YamlMap entry, YamlMap plan) {
        var found = read(entry.only(KEYS.toArray(String[]::new)).within(plan, KEYS));
        if (found.isEmpty()) {
            throw entry.error("needs operations; docs/plans.md shows an example");
        }
        return found;
    }

    /** Returns all combinations of operations, hosts, GPUs, data types, operators and ranges of sizes, in this order. */
    List<Benchmark> read(YamlMap keys) {
        var family = keys.find("family").map(this::family).orElse(families.getFirst());
        var operations = all(keys, "operations", value -> operation(value, family));
        var sizes = all(keys, "sizes", BenchmarkReader::sizes);
        if (!family.hasSizes() && !sizes.isEmpty()) {
            throw keys.error("sizes", "are none of " + family.id() + ": leave them out");
        }
        if (operations.isEmpty() && (keys.has("operations") || !sizes.isEmpty())) {
            throw keys.error("needs operations; docs/plans.md shows an example");
        }
        if (!operations.isEmpty() && sizes.isEmpty() && family.hasSizes()) {
            throw keys.error("needs sizes; docs/plans.md shows an example");
        }
        var given = oneOrMore(keys, "gpus", value -> value.whole(1));
        boolean each = keys.find("processes").map(YamlValue::text).filter(EACH_GPU::equals).isPresent();
        int here = each && given.getFirst().isEmpty() ? gpusHere(keys) : 0;
        int fixed = each ? 1 : PlanReader.wholeOrOne(keys, "processes");
        var iterations = keys.find("iterations").map(value -> value.whole(1)).orElse(null);
        var warmups = keys.find("warmups").map(value -> value.whole(0)).orElse(null);
        var check = keys.find("check").map(YamlValue::yes).orElse(null);
        var options = all(keys, "options", BenchmarkReader::option);
        var benchmarks = new ArrayList<Benchmark>();
        for (var operation : operations) {
            for (var nodes : oneOrMore(keys, "nodes", value -> value.whole(1))) {
                for (var gpus : oneOrMore(keys, "gpus", value -> shared(value, fixed))) {
                    var ofHost = here > 0 ? Optional.of(here) : gpus;
                    int processes = each ? ofHost.orElseThrow() : fixed;
                    for (var type : oneOrMore(keys, "datatypes", BenchmarkReader::word)) {
                        for (var redop : operators(keys, operation)) {
                            for (var range : sizes.isEmpty() ? NO_SIZES : sizes.stream().map(Optional::of).toList()) {
                                benchmarks.add(new Benchmark(family, operation, nodes.orElse(1), ofHost.orElse(null),
                                        processes,
                                        type.orElse(null), redop.orElse(null), range.orElse(null), iterations, warmups,
                                        check,
                                        options));
                            }
                        }
                    }
                }
            }
        }
        return benchmarks;
    }

    private int gpusHere(YamlMap keys) {
        try {
            return gpus.getAsInt();
        } catch (MissingException e) {
            throw keys.error("processes", "are one a GPU, and how many this host has is not known: " + e.getMessage()
                    + "; say it by gpus: 8");
        }
    }

    private static List<Optional<String>> operators(YamlMap keys, Operation operation) {
        var redops = oneOrMore(keys, "redops", BenchmarkReader::word);
        return operation.reduces() ? redops : List.of(Optional.empty());
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

    private static String word(YamlValue value) {
        var text = value.text();
        if (!text.matches("[a-z0-9_]+")) {
            throw value.error("must be a word such as float or sum, was '" + text + "'");
        }
        return text;
    }

    private static String option(YamlValue value) {
        var text = value.text();
        var flag = text.contains("=") ? text.substring(0, text.indexOf('=')) : text;
        if (PLANS_OWN.contains(flag)) {
            throw value.error("'" + flag + "' is what the plan itself decides; use its key");
        }
        return text;
    }

    /** Returns the values of a key; empty if the key is absent. */
    static <T> List<T> all(YamlMap keys, String key, Function<YamlValue, T> reader) {
        return keys.find(key).map(YamlValue::items).orElse(List.of()).stream().map(reader).toList();
    }

    /** Returns the values of a key; a single empty value if the key is absent, for the default of bench. */
    private static <T> List<Optional<T>> oneOrMore(YamlMap keys, String key, Function<YamlValue, T> reader) {
        var values = all(keys, key, reader);
        return values.isEmpty() ? List.of(Optional.empty()) : values.stream().map(Optional::of).toList();
    }
}
