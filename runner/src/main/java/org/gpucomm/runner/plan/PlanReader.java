package org.gpucomm.runner.plan;

import java.io.StringReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.gpucomm.results.Bench;
import org.gpucomm.results.upload.UploadClient;
import org.gpucomm.results.yaml.YamlFile;
import org.gpucomm.results.yaml.YamlMap;
import org.gpucomm.results.yaml.YamlValue;
import org.gpucomm.runner.rig.MissingException;

/** Reader of plans (docs/plans.md). Errors are thrown as {@link org.gpucomm.results.yaml.InvalidSpec}, with their line. */
public final class PlanReader {

    private static final List<String> KEYS = List.of("name", "output", "repetitions", "benchmarks", "programs",
            "settings", "timeout", "upload", "slurm", "kubernetes");
    private static final Duration DEFAULT_LIMIT = Duration.ofHours(1);
    private static final Pattern DURATION = Pattern.compile("(\\d{1,6})\\s*([smh])");

    private final YamlMap keys;
    private final BenchmarkReader benchmarks;

    private PlanReader(YamlMap keys, BenchmarkReader benchmarks) {
        this.benchmarks = benchmarks;
        this.keys = keys.only(Stream.concat(KEYS.stream(), BenchmarkReader.KEYS.stream()).toArray(String[]::new));
    }

    public static Plan read(Path file) {
        return read(file, Bench.ALL, PlanReader::unknownGpus);
    }

    /**
     * Reads a plan.
     *
     * @param families allowed families; the first is the default
     * @param gpus     number of GPUs of this host; throws a {@link MissingException} with the reason if it is unknown
     */
    public static Plan read(Path file, List<Bench> families, IntSupplier gpus) {
        return new PlanReader(yaml(file.toString()).map(file), new BenchmarkReader(families, gpus))
                .plan(file.toString());
    }

    /** Parses a plan; the file name is for messages and the default name of the plan. */
    static Plan parse(String text, String file) {
        return parse(text, file, PlanReader::unknownGpus);
    }

    static Plan parse(String text, String file, IntSupplier gpus) {
        return new PlanReader(yaml(file).map(new StringReader(text)), new BenchmarkReader(Bench.ALL, gpus)).plan(file);
    }

    private static int unknownGpus() {
        throw new MissingException("the plan is not run here");
    }

    private static YamlFile yaml(String file) {
        return new YamlFile(file, "the plan", "docs/plans.md shows what a plan looks like");
    }

    private Plan plan(String file) {
        var work = new ArrayList<Work>();
        if (keys.has("benchmarks")) {
            keys.maps("benchmarks").forEach(entry -> work.addAll(benchmarks.read(entry, keys)));
        } else {
            work.addAll(benchmarks.read(keys));
        }
        work.addAll(programs(keys));
        if (work.isEmpty()) {
            throw keys.error("needs operations, benchmarks or programs; docs/plans.md shows an example");
        }
        var plan = new Plan(keys.text("name", nameOf(file)), keys.find("output").map(PlanReader::output).orElse(null),
                wholeOrOne(keys, "repetitions"), work, settings(),
                keys.find("timeout").map(PlanReader::duration).orElse(DEFAULT_LIMIT), Clusters.of(keys),
                keys.find("upload").map(PlanReader::server).orElse(null));
        long steps = (long) plan.repetitions() * plan.work().size() * plan.settings().size();
        if (steps > PlanStep.MOST) {
            throw keys.error("has " + steps + " steps, more than " + PlanStep.MOST + "; divide it into several plans");
        }
        return plan;
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

    private static Path output(YamlValue value) {
        var name = value.text();
        if (!name.endsWith(".csv") && !name.endsWith(".jsonl")) {
            throw value.error("must end in .csv or .jsonl, was '" + name + "'");
        }
        return Path.of(name);
    }

    private static String server(YamlValue value) {
        try {
            return UploadClient.server(value.text()).toString();
        } catch (IllegalArgumentException e) {
            throw value.error(e.getMessage());
        }
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

    private static String nameOf(String file) {
        return String.valueOf(Path.of(file).getFileName()).replaceFirst("\\.ya?ml$", "");
    }

    private static List<OtherProgram> programs(YamlMap plan) {
        var programs = new ArrayList<OtherProgram>();
        var names = new HashSet<String>();
        for (var entry : plan.maps("programs")) {
            var program = OtherProgram.of(entry);
            if (!names.add(program.name())) {
                throw entry.error("name", "'" + program.name() + "' is the name of two programs; give each its own");
            }
            programs.add(program);
        }
        return programs;
    }

    /** Returns the texts of all keys. */
    static Map<String, String> texts(YamlMap map) {
        var texts = new LinkedHashMap<String, String>();
        map.keys().forEach(key -> texts.put(key, map.text(key)));
        return texts;
    }

    /** Returns the words of a list; empty if the key is absent. */
    static List<String> words(YamlMap map, String key) {
        return BenchmarkReader.all(map, key, YamlValue::text);
    }
}
