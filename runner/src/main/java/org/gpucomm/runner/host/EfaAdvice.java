package org.gpucomm.runner.host;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.gpucomm.runner.host.DoctorFinding.Status;
import org.gpucomm.runner.ffi.Availability;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.ffi.shim.Libfabric;
import org.gpucomm.runner.host.PciDevice.DeviceKind;

/**
 * Advice about settings that differ from those recommended for Amazon's p5 and p6 instances with EFA. docs/doctor.md names the source of
 * each line; most come from the EFA cheat sheet of aws-ofi-nccl ({@code doc/efa-env-var.md}).
 */
final class EfaAdvice {

    /** Number of EFA interfaces by instance type, from Amazon's page on accelerated computing instances. */
    private static final Map<String, Integer> EFAS = Map.of("p5.48xlarge", 32, "p5e.48xlarge", 32, "p5en.48xlarge", 16,
            "p6-b200.48xlarge", 8);
    /** Instance types whose EFA only accepts posts from host processors, from aws-ofi-nccl's page on GIN. */
    private static final Set<String> PROXY_ONLY = Set.of("p5.48xlarge", "p5e.48xlarge");
    /** First version of libfabric that uses the device's RDMA by default. */
    private static final double RDMA_BY_DEFAULT = 1.18;
    /** Variables for which the plugin sets good defaults; they should be set only to measure their effect. */
    private static final List<String> BETTER_UNSET = List.of("NCCL_PROTO", "NCCL_ALGO", "NCCL_BUFFSIZE",
            "NCCL_MIN_NCHANNELS", "NCCL_MAX_NCHANNELS");
    private static final List<String> PLUGIN_FOLDERS = List.of("opt/amazon/ofi-nccl/lib",
            "opt/amazon/ofi-nccl/lib64", "opt/amazon/ofi-nccl/lib/x86_64-linux-gnu", "opt/aws-ofi-nccl/lib",
            "opt/aws-ofi-nccl/install/lib", "usr/local/lib", "usr/lib/x86_64-linux-gnu", "usr/lib64");

    private final LibrarySearch search;
    private final Host host;
    private final KernelState kernel;
    private final Availability<Libfabric> libfabric;
    private final List<String> advice = new ArrayList<>();

    EfaAdvice(LibrarySearch search, Host host, KernelState kernel, Availability<Libfabric> libfabric) {
        this.search = search;
        this.host = host;
        this.kernel = kernel;
        this.libfabric = libfabric;
    }

    /** Returns the advice; empty on instances other than p5 and p6. */
    List<DoctorFinding> findings() {
        var type = host.instanceType().filter(name -> name.startsWith("p5") || name.startsWith("p6"));
        if (type.isEmpty()) {
            return List.of();
        }
        interfaces(type.get());
        plugin();
        provider();
        variables();
        memory();
        nvshmem();
        var settings = advice.isEmpty()
                ? new DoctorFinding(Status.OK, "Settings", "as they are known to be good on " + type.get(), List.of())
                : new DoctorFinding(Status.ADVICE, "Settings", advice.size() + " not as they are known to be good on "
                        + type.get(), advice);
        return List.of(settings, posting(type.get()));
    }

    /** Returns whether GPUs can post to EFA on this instance, which matters for GPU-initiated communication. */
    private static DoctorFinding posting(String type) {
        return PROXY_ONLY.contains(type)
                ? new DoctorFinding(Status.OK, "GPU-initiated", "through a CPU proxy", List.of(
                        "EFA of " + type + " takes no posts from a GPU: NVSHMEM and NCCL's GIN hand them to a thread"))
                : new DoctorFinding(Status.OK, "GPU-initiated", "by a CPU proxy, or by GPUs themselves", List.of(
                        "GPUs post to EFA with libfabric 2.6, aws-ofi-nccl 1.21, NCCL 2.31.2 or newer: NCCL_GIN_TYPE=5",
                        "NCCL_DEBUG=INFO then prints: NET/OFI gin GDAKI: createContext done"));
    }

    private void interfaces(String type) {
        int there = host.ofKind(DeviceKind.EFA).size();
        int full = EFAS.getOrDefault(type, there);
        if (there < full) {
            advice.add("%d of %d EFA interfaces: attach the others at launch, each GPU has its own".formatted(there,
                    full));
        }
        if (kernel.verbsDevices() < there) {
            advice.add(("/dev/infiniband shows %d of %d interfaces: give a container all of them "
                    + "(Kubernetes: vpc.amazonaws.com/efa: %d)").formatted(kernel.verbsDevices(), there, there));
        }
    }

    private void plugin() {
        boolean found = variable("NCCL_NET_PLUGIN").isPresent() || pluginFolders().stream()
                .anyMatch(folder -> Stream.of("libnccl-net.so", "libnccl-net-ofi.so")
                        .anyMatch(file -> Files.exists(folder.resolve(file))));
        if (!found) {
            advice.add(
                    "no libnccl-net.so (aws-ofi-nccl) on LD_LIBRARY_PATH or where EFA's installer puts it: without it "
                            + "NCCL uses TCP");
        }
    }

    private Set<Path> pluginFolders() {
        var folders = new LinkedHashSet<Path>();
        variable("LD_LIBRARY_PATH").ifPresent(path -> Stream.of(path.split(":")).filter(entry -> entry.startsWith("/"))
                .forEach(entry -> folders.add(search.root().resolve(entry.substring(1)))));
        PLUGIN_FOLDERS.forEach(folder -> folders.add(search.root().resolve(folder)));
        return folders;
    }

    private void provider() {
        if (!(libfabric instanceof Availability.Present<Libfabric>(var present))) {
            advice.add("no libfabric: install EFA's installer 1.29 or newer");
            return;
        }
        if (!present.providers().containsKey("efa")) {
            advice.add("libfabric " + present.version() + " has no provider efa that finds an interface");
        }
        if (number(present.version()) < RDMA_BY_DEFAULT) {
            missing("FI_PROVIDER", "efa", "libfabric " + present.version() + " may choose another one");
            missing("FI_EFA_USE_DEVICE_RDMA", "1", "libfabric before 1.18 does not use RDMA unasked");
        }
    }

    private void variables() {
        variable("FI_PROVIDER").filter(value -> !value.contains("efa"))
                .ifPresent(value -> advice
                        .add("FI_PROVIDER=" + value + " keeps libfabric from EFA: unset it or make it efa"));
        variable("FI_EFA_USE_DEVICE_RDMA").filter("0"::equals).ifPresent(
                value -> advice.add("FI_EFA_USE_DEVICE_RDMA=0 sends through host memory: unset it or make it 1"));
        for (var name : BETTER_UNSET) {
            variable(name).ifPresent(value -> advice
                    .add(name + "=" + value
                            + " is set: the plugin and NCCL choose well here, set it only to measure it"));
        }
        variable("RDMAV_FORK_SAFE").ifPresent(
                value -> advice.add("RDMAV_FORK_SAFE is set and breaks things on newer kernels: unset it"));
        variable("NCCL_NET_GDR_LEVEL").filter("0|LOC"::matches)
                .ifPresent(value -> advice.add("NCCL_NET_GDR_LEVEL=" + value + " turns GPUDirect RDMA off: unset it"));
    }

    private void memory() {
        if (kernel.hugePages().orElse(0) == 0 && variable("FI_EFA_USE_HUGE_PAGE").filter("0"::equals).isEmpty()) {
            advice.add("no 2 MiB huge pages set aside, which EFA uses for its buffers: sysctl vm.nr_hugepages "
                    + "(Kubernetes: ask for hugepages-2Mi), or FI_EFA_USE_HUGE_PAGE=0 to go without");
        }
        if (kernel.lockedBytes().isPresent()) {
            advice.add("this process may lock %d KiB of memory, too little to register buffers: ulimit -l unlimited"
                    .formatted(kernel.lockedBytes().getAsLong() / 1024));
        }
        if (!kernel.has("gdrdrv")) {
            advice.add("GDRCopy's driver gdrdrv is not loaded: small messages and NVSHMEM copy slower");
        }
    }

    private void nvshmem() {
        var transport = variable("NVSHMEM_REMOTE_TRANSPORT");
        if (transport.isEmpty()
                && search.environment().keySet().stream().noneMatch(name -> name.startsWith("NVSHMEM_"))) {
            return; // NVSHMEM is not in use
        }
        missing("NVSHMEM_REMOTE_TRANSPORT", "libfabric", "NVSHMEM looks for InfiniBand otherwise");
        missing("NVSHMEM_LIBFABRIC_PROVIDER", "efa", "NVSHMEM takes another provider otherwise");
        missing("NVSHMEM_DISABLE_CUDA_VMM", "1",
                "its heap from CUDA's virtual memory management is known to fail with EFA");
        missing("FI_EFA_ENABLE_SHM_TRANSFER", "0", "NVSHMEM 3.7 needs EFA's own path between processes of a host");
    }

    private void missing(String name, String value, String because) {
        if (variable(name).isEmpty()) {
            advice.add(name + " is not set: " + name + "=" + value + ", " + because);
        }
    }

    private Optional<String> variable(String name) {
        return Optional.ofNullable(search.environment().get(name)).filter(value -> !value.isBlank());
    }

    /** Returns a version such as {@code 1.22} as a number in version order: libfabric's minor versions have two digits since 1.10. */
    private static double number(String version) {
        var parts = version.split("\\.");
        return Double.parseDouble(String.format(Locale.ROOT, "%s.%02d", parts[0], Integer.parseInt(parts[1])));
    }
}
