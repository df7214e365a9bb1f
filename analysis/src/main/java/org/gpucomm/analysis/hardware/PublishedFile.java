package org.gpucomm.analysis.hardware;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import org.gpucomm.results.yaml.YamlMap;

/** Reader of published values: the bundled ones, and those in a user's profile. */
final class PublishedFile {

    private static final String BUNDLED = "/data/peers/published.csv";

    private PublishedFile() {}

    static List<Published> bundled() {
        try (var in = Objects.requireNonNull(PublishedFile.class.getResourceAsStream(BUNDLED));
                var rows = CSVFormat.RFC4180.builder().setHeader().setSkipHeaderRecord(true).get()
                        .parse(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            // A check with an unreachable threshold says nothing about a run that fails it.
            return rows.stream().filter(row -> !row.get("kind").equals("unreachable")).map(PublishedFile::value)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Published value(CSVRecord row) {
        return new Published(row.get("hardware"), row.get("gpu"), whole(row, "gpus_a_node"), whole(row, "nodes"),
                whole(row, "ranks"), row.get("fabric"), row.get("operation"), number(row, "message_bytes"),
                row.get("library"), row.get("library_version"),
                Double.parseDouble(row.get("busbw_GBps")), row.get("kind").equals("threshold"), row.get("source"),
                row.get("link"));
    }

    private static int whole(CSVRecord row, String column) {
        return (int) number(row, column);
    }

    private static long number(CSVRecord row, String column) {
        return row.get(column).isEmpty() ? 0 : Long.parseLong(row.get(column));
    }

    /** Reads the values of a profile: each has an operation, a number of nodes, a size, GB/s of bus bandwidth and a source. */
    static List<Published> of(YamlMap profile) {
        if (!profile.has("values")) {
            return List.of();
        }
        var gpus = profile.texts("gpus");
        var model = gpus.stream().findFirst().flatMap(GpuModel::of)
                .or(() -> profile.texts("instances").stream().findFirst().flatMap(GpuModel::ofInstance))
                .orElseGet(() -> gpus.stream().findFirst().orElse(""));
        int nodeGpus = profile.value("node_gpus").whole(1);
        return profile.maps("values").stream().map(entry -> value(entry, profile, model, nodeGpus)).toList();
    }

    private static Published value(YamlMap entry, YamlMap profile, String gpu, int nodeGpus) {
        entry.only("operation", "nodes", "bytes", "busbw", "library", "version", "source", "threshold");
        int nodes = entry.value("nodes").whole(1);
        var fabric = nodes == 1 ? NodeNetwork.of(1, gpu, "", "") : profile.text("fabric", "");
        if (fabric.isEmpty()) {
            throw entry
                    .error("a value of several nodes needs the profile's fabric: "
                            + String.join(", ", NodeNetwork.NAMES));
        }
        double busbw = entry.number("busbw");
        if (busbw <= 0) {
            throw entry.error("busbw", "must be a number above 0");
        }
        return new Published(profile.text("title"), gpu, nodeGpus, nodes, nodes * nodeGpus, fabric,
                entry.text("operation"), (long) entry.number("bytes"), entry.text("library", "nccl"),
                entry.text("version", ""), busbw, entry.yes("threshold", false), entry.text("source"), "");
    }
}
