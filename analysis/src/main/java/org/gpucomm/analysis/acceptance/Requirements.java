package org.gpucomm.analysis.acceptance;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.Operation;
import org.gpucomm.results.yaml.YamlFile;
import org.gpucomm.results.yaml.YamlMap;
import org.gpucomm.results.yaml.YamlValue;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.Observation;

/**
 * Requirements for a cluster.
 *
 * @param instances instance types of the rows that count; empty for any
 * @param gpu       word in the GPU's name of other rows that count: {@code H100}; empty for any
 */
public record Requirements(String title, List<String> instances, String gpu, List<Requirement> all) {

    /** Names of the bundled requirements. */
    public static final List<String> BUNDLED = List.of("p4d", "p5", "p5en", "p6-b200", "dgx-h100", "dgx-h200",
            "dgx-b200",
            "gb200");
    /** Smallest message size in bytes. Smaller messages differ between runs by more than a baseline's share allows. */
    private static final long FEWEST_BYTES = 1 << 20;

    public Requirements {
        instances = List.copyOf(instances);
        all = List.copyOf(all);
    }

    /** Returns the text of a bundled file. */
    public static Optional<String> bundled(String id) {
        if (!BUNDLED.contains(id)) {
            return Optional.empty();
        }
        try (InputStream in = Objects
                .requireNonNull(Requirements.class.getResourceAsStream("/analysis/accept/" + id + ".yaml"))) {
            return Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static Requirements read(InputStream in, String name) {
        return read(new InputStreamReader(in, StandardCharsets.UTF_8), name);
    }

    /** @throws org.gpucomm.results.yaml.InvalidSpec with the line of the error */
    public static Requirements read(Reader yaml, String name) {
        var file = new YamlFile(name, "the file", "gpucomm accept --print p5 shows what one looks like").map(yaml)
                .only("title", "instances", "gpu", "requirements");
        var all = file.maps("requirements").stream().map(Requirements::requirement).toList();
        if (all.isEmpty()) {
            throw file.error("needs requirements; gpucomm accept --print p5 shows some");
        }
        return new Requirements(file.text("title"), file.has("instances") ? file.texts("instances") : List.of(),
                file.text("gpu", ""), all);
    }

    /**
     * Returns measurements as requirements: at each size of 1 MiB and more, this share of the median of the best setting, since the best
     * setting also counts for the runs to check.
     *
     * @param name  name of the baseline, for readers
     * @param share share of the median, above 0
     */
    public static Requirements of(Evidence baseline, String name, double share) {
        var best = new LinkedHashMap<String, Requirement>();
        for (var curve : baseline.withoutTwins().alongSize()) {
            for (var cell : curve.cells()) {
                boolean counts = cell.bytes() >= FEWEST_BYTES && cell.nodes() > 0 && cell.ranks() > 0
                        && cell.ranks() % cell.nodes() == 0 && cell.busbw().isPresent();
                if (counts) {
                    var each = new Requirement(curve.subject().operation(), cell.nodes(), cell.ranks() / cell.nodes(),
                            cell.bytes(), false, cell.busbw().getAsDouble(), share,
                            cell.observations().stream().allMatch(row -> row.measurement().outcome().wrong() != null),
                            curve.subject().stackTitle() + " in " + cell.rows().getFirst().source());
                    best.merge(each.title(), each, (one, other) -> one.busbw() >= other.busbw() ? one : other);
                }
            }
        }
        return new Requirements("baseline " + name, List.of(), "", List.copyOf(best.values()));
    }

    /** Returns whether a row belongs to this hardware. Rows that do not name their hardware count, since the user vouches for them. */
    public boolean covers(Observation each) {
        var platform = each.measurement().platform();
        var type = platform.instanceType();
        if (type != null && !instances.isEmpty()) {
            return instances.contains(type);
        }
        return platform.gpu() == null || gpu.isEmpty()
                || Pattern.compile("\\b" + Pattern.quote(gpu) + "\\b").matcher(platform.gpu()).find();
    }

    private static Requirement requirement(YamlMap entry) {
        entry.only("operation", "nodes", "gpus", "size", "from", "busbw", "share", "verified", "source");
        if (entry.has("size") == entry.has("from")) {
            throw entry.error("needs one of size and from: from counts the best at this size or any larger one");
        }
        var operation = Operation.ofId(entry.text("operation"))
                .orElseThrow(
                        () -> entry.error("operation", "'" + entry.text("operation") + "' is none that gpucomm knows"));
        double busbw = entry.number("busbw");
        double share = entry.number("share", 100);
        if (busbw <= 0 || share <= 0) {
            throw entry.error(busbw <= 0 ? "busbw" : "share", "must be above 0");
        }
        return new Requirement(operation, entry.value("nodes").whole(1), entry.value("gpus").whole(1),
                bytes(entry.value(entry.has("size") ? "size" : "from")), entry.has("from"), busbw, share / 100,
                entry.yes("verified", true), entry.text("source", ""));
    }

    private static long bytes(YamlValue value) {
        return Bytes.parse(value.text()).map(Bytes::count).orElseThrow(
                () -> value.error("must be a size such as 64K, 16M or 1G, was '" + value.text() + "'"));
    }
}
