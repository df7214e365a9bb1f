package org.gpucomm.analysis.acceptance;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.apache.commons.statistics.descriptive.Median;
import org.gpucomm.results.Operation;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.hardware.NodeNetwork;
import org.gpucomm.analysis.hardware.Profiles;
import org.gpucomm.analysis.hardware.Published;

/** Requirements based on what others reach on the measured hardware. */
public final class PeerRequirements {

    /** Smallest message size in bytes. Latency dominates smaller messages, and published values of them differ by factors. */
    private static final long LEAST_BYTES = 16 << 20;

    private PeerRequirements() {}

    /** Measured nodes, by the names in published values. */
    private record Nodes(String gpu, int nodes, int gpus, String fabric, String library) {

        boolean are(Published value) {
            return value.gpu().equals(gpu) && value.nodes() == nodes && value.nodeGpus() == gpus
                    && value.fabric().equals(fabric) && value.library().equals(library);
        }
    }

    private record RequiredCase(String operation, int nodes, int gpus, long bytes) {}

    /**
     * Returns a share of the published median for every operation and size of the measured nodes, GPUs and network. Runs that do not name
     * their network between nodes get no requirements.
     *
     * @param share share of the median, above 0
     */
    public static Requirements of(Evidence measured, Profiles profiles, double share) {
        var nodes = nodes(measured);
        var places = new LinkedHashMap<RequiredCase, List<Published>>();
        profiles.values().stream()
                .filter(value -> !value.threshold() && value.bytes() >= LEAST_BYTES
                        && measured.alongSize().stream().noneMatch(value::isFrom)
                        && Operation.ofId(value.operation()).isPresent()
                        && nodes.stream().anyMatch(each -> each.are(value)))
                .collect(Collectors
                        .groupingBy(value -> new RequiredCase(value.operation(), value.nodes(), value.nodeGpus(),
                                value.bytes()), LinkedHashMap::new, Collectors.toList()))
                .forEach(places::put);
        var all = places.entrySet().stream().map(each -> requirement(each.getKey(), each.getValue(), share)).toList();
        var gpus = nodes.stream().map(Nodes::gpu).distinct().collect(Collectors.joining(", "));
        return new Requirements("peers of " + gpus, List.of(), "", all);
    }

    private static Set<Nodes> nodes(Evidence measured) {
        var nodes = new LinkedHashSet<Nodes>();
        for (var curve : measured.alongSize()) {
            var identity = curve.subject().identity();
            var gpu = Profiles.model(identity.instanceType(), identity.gpu());
            for (var cell : curve.cells()) {
                if (!gpu.isEmpty() && cell.nodes() > 0 && cell.ranks() % cell.nodes() == 0) {
                    nodes.add(new Nodes(gpu, cell.nodes(), cell.ranks() / cell.nodes(),
                            NodeNetwork.of(cell.nodes(), gpu, identity.transport(), identity.instanceType()),
                            identity.library()));
                }
            }
        }
        return nodes;
    }

    private static Requirement requirement(RequiredCase place, List<Published> values, double share) {
        double median = Median.withDefaults().evaluate(values.stream().mapToDouble(Published::busbw).toArray());
        var sources = values.stream().map(Published::source).distinct().collect(Collectors.joining("; "));
        return new Requirement(Operation.ofId(place.operation()).orElseThrow(), place.nodes(), place.gpus(),
                place.bytes(), false, median, share, false, "median of " + values.size() + " published: " + sources);
    }
}
