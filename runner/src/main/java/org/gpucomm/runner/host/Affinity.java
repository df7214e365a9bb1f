package org.gpucomm.runner.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Assignment of network interfaces and processor cores to GPUs, by distance on the PCI buses.
 *
 * @param places interfaces and cores of each GPU of the host, in the order of addresses
 * @param left   interfaces that are not the nearest of any GPU
 */
public record Affinity(List<Neighbours> places, List<PciDevice> left) {

    /**
     * Interfaces and cores of a GPU.
     *
     * @param interfaces nearest interfaces. GPUs with the same nearest interfaces divide them, or all share all if there are fewer
     *                   interfaces than GPUs
     * @param shared     whether other GPUs use these interfaces too
     * @param distance   distance from the GPU to its interfaces; empty if it has none
     * @param cores      its share of the cores of its NUMA node, one processor per core
     */
    public record Neighbours(PciDevice gpu, List<PciDevice> interfaces, boolean shared, Optional<Distance> distance,
            List<Integer> cores) {

        public Neighbours {
            interfaces = List.copyOf(interfaces);
            cores = List.copyOf(cores);
        }

        /** Returns whether data between the GPU and its interfaces passes more than PCI switches and one host bridge. */
        public boolean far() {
            return distance.map(at -> at.compareTo(Distance.SAME_HOST_BRIDGE) > 0).orElse(false);
        }
    }

    public Affinity {
        places = List.copyOf(places);
        left = List.copyOf(left);
    }

    /** Computes the assignment for a host. */
    public static Affinity of(Host host) {
        var places = new ArrayList<Neighbours>();
        var left = new ArrayList<>(host.served());
        for (var gpu : host.gpus()) {
            var near = nearest(host, gpu);
            var rivals = host.gpus().stream().filter(other -> nearest(host, other).equals(near)).toList();
            var own = rivals.size() <= near.size() ? share(near, rivals.indexOf(gpu), rivals.size()) : near;
            left.removeAll(own);
            places.add(new Neighbours(gpu, own, rivals.size() > near.size() && !near.isEmpty(),
                    own.isEmpty() ? Optional.empty() : Optional.of(host.distance(gpu, own.getFirst())),
                    cores(host, gpu)));
        }
        return new Affinity(places, left);
    }

    /** Returns the interfaces that share the most bridges with the GPU, else those at the shortest distance. */
    private static List<PciDevice> nearest(Host host, PciDevice gpu) {
        var below = host.nearest(gpu);
        if (!below.isEmpty()) {
            return below;
        }
        var least = host.served().stream().map(device -> host.distance(gpu, device)).min(Distance::compareTo);
        return host.served().stream().filter(device -> least.filter(host.distance(gpu, device)::equals).isPresent())
                .toList();
    }

    private static List<Integer> cores(Host host, PciDevice gpu) {
        var node = host.numaNodes().stream()
                .filter(numa -> numa.number() == gpu.numaNode() || host.numaNodes().size() == 1).findFirst();
        var rivals = host.gpus().stream()
                .filter(other -> other.numaNode() == gpu.numaNode() || host.numaNodes().size() == 1).toList();
        return node.map(numa -> share(numa.cores(), rivals.indexOf(gpu), rivals.size())).orElse(List.of());
    }

    private static <T> List<T> share(List<T> all, int index, int of) {
        return all.subList(all.size() * index / of, all.size() * (index + 1) / of);
    }
}
