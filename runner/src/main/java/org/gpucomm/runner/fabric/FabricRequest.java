package org.gpucomm.runner.fabric;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

import org.gpucomm.results.Operation;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.ffi.cuda.Cuda;
import org.gpucomm.runner.ffi.shim.Fabric;
import org.gpucomm.runner.ffi.shim.FabricDomain;
import org.gpucomm.runner.host.KernelState;
import org.gpucomm.runner.launch.ProcessPlace;
import org.gpucomm.runner.rig.Family;
import org.gpucomm.runner.rig.MissingException;
import org.gpucomm.runner.rig.Protocol;
import org.gpucomm.runner.rig.Setup;
import org.gpucomm.runner.rig.Sizes;
import org.jspecify.annotations.Nullable;

/**
 * Request to measure libfabric.
 *
 * @param provider   provider name; null for efa if available, else tcp
 * @param seats      number of seats of this process; null to choose
 * @param nics       number of interfaces of a seat; null to choose
 * @param interfaces domains to use; empty to choose
 * @param method     requested transfer method; its interfaces and pinning may be reduced
 * @param ladder     whether to measure the steps of the ladder
 * @param stall      time without a completion after which an interface has failed
 */
record FabricRequest(Operation operation, Protocol protocol, Sizes sizes, @Nullable String provider,
        @Nullable Integer seats, @Nullable Integer nics, List<String> interfaces, FabricTransferMethod method,
        boolean ladder, Duration stall) implements Family.Request {

    private static final String EFA = "efa";
    private static final String TCP = "tcp";

    @Override
    public Setup open(LibrarySearch search, ProcessPlace place) {
        var fabric = MissingException.required(Fabric.load(search));
        var offered = offered(fabric);
        var placements = NicPlacements.of(offered, search.root(), place).chosen(seats, interfaces, nics);
        int ranks = placements.size() * place.processes();
        if (operation != Operation.ALLTOALL && ranks % 2 != 0 || ranks < 2) {
            throw new IllegalArgumentException(operation.id() + " needs "
                    + (operation == Operation.ALLTOALL ? "at least two" : "an even number of") + " ranks, not " + ranks
                    + "; see --seats");
        }
        int used = placements.getFirst().domains().size();
        if (operation == Operation.SENDRECV && used > 1) {
            throw new IllegalArgumentException("sendrecv goes over one interface; give --nics 1");
        }
        if (method.threads() > used) {
            throw new IllegalArgumentException("--threads " + method.threads() + " for " + used
                    + " interface(s): each thread drives interfaces of its own");
        }
        boolean pinned = method.pinned()
                && placements.stream().allMatch(placement -> placement.cores().size() >= method.threads());
        long granted = offered.stream()
                .filter(domain -> placements.stream().anyMatch(each -> each.domains().contains(domain.name())))
                .mapToLong(FabricDomain::transmitDepth).min().orElseThrow();
        return new FabricSetup(this, fabric, name(offered), placements,
                new FabricTransferMethod(method.device(), used, method.distribute(), method.threads(), pinned,
                        method.shared(),
                        (int) Math.min(method.depth(), granted), method.batch(), method.lazy(), method.immediate(),
                        method.requests()),
                KernelState.hostName(search.root()).orElse("this host"), method.device() ? cuda(search) : null,
                place.localProcess() * placements.size(), new ConcurrentHashMap<>());
    }

    private static Cuda cuda(LibrarySearch search) {
        var cuda = MissingException.required(Cuda.load(search));
        if (cuda.gpus().isEmpty()) {
            throw new MissingException("--memory device: CUDA shows no GPU here");
        }
        return cuda;
    }

    private List<FabricDomain> offered(Fabric fabric) {
        var wanted = provider == null ? null : fabric.domains(provider, method.device());
        if (wanted == null) {
            var all = fabric.domains(null, method.device());
            var efa = all.stream().filter(domain -> domain.provider().equals(EFA)).toList();
            wanted = efa.isEmpty() ? fabric.domains(TCP, method.device()) : efa;
        }
        if (wanted.isEmpty()) {
            throw new MissingException("provider " + (provider == null ? TCP : provider) + " of libfabric "
                    + fabric.version()
                    + " offers no interface that sends, writes and reads"
                    + (method.device()
                            ? " memory of GPUs: it takes a libfabric that was built with CUDA, as EFA's installer has it, "
                                    + "and a provider for it (efa, shm, tcp). --memory host needs neither."
                            : ". Run gpucomm doctor for more."));
        }
        return wanted;
    }

    private String name(List<FabricDomain> offered) {
        return provider == null ? offered.getFirst().provider().equals(EFA) ? EFA : TCP : provider;
    }
}
