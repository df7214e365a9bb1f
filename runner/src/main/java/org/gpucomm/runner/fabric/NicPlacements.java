package org.gpucomm.runner.fabric;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.gpucomm.runner.ffi.shim.FabricDomain;
import org.gpucomm.runner.launch.ProcessPlace;
import org.gpucomm.runner.host.Affinity;
import org.gpucomm.runner.host.Host;
import org.gpucomm.runner.host.PciDevice;
import org.gpucomm.runner.host.Processors;
import org.jspecify.annotations.Nullable;

/**
 * Choice of the interfaces and cores of the seats of a process.
 *
 * @param offered domains that libfabric offers, at least one
 * @param allowed processors that this process may use
 */
record NicPlacements(List<FabricDomain> offered, Host host, List<Integer> allowed, ProcessPlace place) {

    private static final String LOOPBACK = "lo";

    static NicPlacements of(List<FabricDomain> offered, Path root, ProcessPlace place) {
        try {
            return new NicPlacements(offered, Host.read(root.resolve("sys")), Processors.allowed(root), place);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns the seats of this process. If GPUs have interfaces of the provider nearby, the GPUs are divided among the seats of the host,
     * and each seat gets the interfaces of its GPUs.
     *
     * @param seats number of seats; null for two in a single process, so that it has a peer, else one for each GPU that has interfaces, at
     *              least one
     * @param named domains to use, possibly repeated; empty to choose
     * @param nics  number of interfaces of a seat; null for all of its GPUs, or one if there is no GPU
     */
    List<NicPlacement> chosen(@Nullable Integer seats, List<String> named, @Nullable Integer nics) {
        named.stream().filter(name -> offered.stream().noneMatch(domain -> domain.name().equals(name))).findFirst()
                .ifPresent(unknown -> {
                    throw new IllegalArgumentException("there is no interface '" + unknown + "' of provider "
                            + offered.getFirst().provider() + "; there are " + names(offered));
                });
        var nearGpus = named.isEmpty() ? nearGpus() : List.<NicPlacement>of();
        int count = seats != null
                ? seats
                : place.processes() == 1 ? 2 : Math.max(1, nearGpus.size() / place.localProcesses());
        int all = count * place.localProcesses();
        int first = place.localProcess() * count;
        return IntStream.range(first, first + count)
                .mapToObj(number -> nearGpus.isEmpty()
                        ? new NicPlacement("", named.isEmpty() ? all() : named, share(allowed, number, all), "")
                        : together(nearGpus.size() < all
                                ? List.of(nearGpus.get(number % nearGpus.size()))
                                : share(nearGpus, number, all)))
                .map(placement -> limited(placement, nics == null ? named.size() : nics)).toList();
    }

    /** Combines the interfaces and cores of several GPUs for one seat. */
    private static NicPlacement together(List<NicPlacement> ofGpus) {
        return new NicPlacement(ofGpus.getFirst().gpu(),
                ofGpus.stream().flatMap(each -> each.domains().stream()).distinct().toList(),
                ofGpus.stream().flatMap(each -> each.cores().stream()).distinct().toList(),
                ofGpus.stream().map(NicPlacement::text).collect(Collectors.joining(", ")) + ": ");
    }

    /** Limits a seat to a number of interfaces; 0 for all of its GPUs, or one if there is no GPU. */
    private NicPlacement limited(NicPlacement placement, int nics) {
        int wanted = nics > 0 ? nics : placement.text().isEmpty() ? 1 : placement.domains().size();
        if (wanted > placement.domains().size()) {
            throw new IllegalArgumentException("--nics " + wanted + ": a seat has "
                    + String.join(", ", placement.domains()) + " of provider " + offered.getFirst().provider()
                    + "; name others with --interface, where one may be named more than once");
        }
        var domains = placement.domains().subList(0, wanted);
        return new NicPlacement(placement.gpu(), domains, placement.cores().stream().filter(allowed::contains).toList(),
                placement.text() + String.join(" ", domains));
    }

    private List<NicPlacement> nearGpus() {
        return Affinity.of(host).places().stream().map(each -> {
            var domains = each.interfaces().stream().flatMap(device -> domainOf(device).stream())
                    .map(FabricDomain::name).toList();
            return new NicPlacement(each.gpu().address(), domains, each.cores(), "GPU " + each.gpu().address());
        }).filter(placement -> !placement.domains().isEmpty()).toList();
    }

    /** Returns the domain of a device, by PCI address or name. EFA names a domain after its device: {@code rdmap79s0-rdm}. */
    private Optional<FabricDomain> domainOf(PciDevice device) {
        return offered.stream().filter(domain -> domain.pciAddress().filter(device.address()::equals).isPresent()
                || device.names().stream()
                        .anyMatch(name -> domain.name().equals(name) || domain.name().startsWith(name + "-")))
                .findFirst();
    }

    /** Returns the domains to choose from: with the loopback first on one host, without it between hosts. */
    private List<String> all() {
        boolean oneHost = place.localProcesses() == place.processes();
        var names = offered.stream().map(FabricDomain::name).distinct().toList();
        return Stream.concat(names.stream().filter(name -> oneHost && name.equals(LOOPBACK)),
                names.stream().filter(name -> !name.equals(LOOPBACK))).toList();
    }

    private static <T> List<T> share(List<T> all, int number, int of) {
        return all.subList(all.size() * number / of, all.size() * (number + 1) / of);
    }

    private static String names(List<FabricDomain> domains) {
        return String.join(", ", domains.stream().map(FabricDomain::name).distinct().toList());
    }
}
