package org.gpucomm.runner.host;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.runner.ffi.Availability;
import org.gpucomm.runner.ffi.FoundLibrary;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.ffi.cuda.Cuda;
import org.gpucomm.runner.ffi.nccl.Nccl;
import org.gpucomm.runner.ffi.nvml.Nvml;
import org.gpucomm.runner.ffi.shim.Libfabric;
import org.gpucomm.runner.host.PciDevice.DeviceKind;

/**
 * Reader of the fingerprint of this host. Unknown values are omitted.
 *
 * @param search libraries, environment variables and root of the file system
 */
public record FingerprintReader(LibrarySearch search) {

    /** Environment variables that affect the speed of GPU communication. */
    private static final Pattern FAMILIES = Pattern.compile("(NCCL|NVSHMEM|FI|OFI|RDMAV|UCX)_[A-Z0-9_]+");
    private static final Set<String> SINGLE = Set.of("CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER",
            "CUDA_DEVICE_MAX_CONNECTIONS", "CUDA_LAUNCH_BLOCKING", "CUDA_MODULE_LOADING", "NVIDIA_VISIBLE_DEVICES");
    /** Variables whose names suggest a secret are excluded, because results are shared. */
    private static final Pattern SECRET = Pattern.compile(".*(SECRET|TOKEN|PASSW|CREDENTIAL|PRIVATE|_KEY|COMM_ID).*");
    private static final int LONGEST_VARIABLE = 300;

    /** Reads the fingerprint. Loading the libraries and listing devices takes some tens of ms, with EFA up to a second. */
    public Fingerprint read() throws IOException {
        var host = Host.read(search.root().resolve("sys"));
        var kernel = KernelState.read(search.root());
        var facts = new ArrayList<Fact>();
        machine(facts, host, kernel);
        devices(facts);
        libraries(facts, host);
        drivers(facts, kernel);
        network(facts, host);
        variables(facts);
        return new Fingerprint(facts);
    }

    private void machine(List<Fact> facts, Host host, KernelState kernel) {
        add(facts, "host", KernelState.hostName(search.root()));
        add(facts, "machine", host.machine());
        add(facts, "instance_type", host.instanceType());
        add(facts, "kernel", kernel.release());
        facts.add(new Fact("processors", "" + Runtime.getRuntime().availableProcessors()));
        if (!host.numaNodes().isEmpty()) {
            facts.add(new Fact("numa_nodes", "" + host.numaNodes().size()));
        }
        facts.add(new Fact("java_version", Runtime.version().toString()));
    }

    private void devices(List<Fact> facts) {
        if (!(Cuda.load(search) instanceof Availability.Present<Cuda>(var driver))) {
            return;
        }
        var gpus = driver.gpus();
        if (!gpus.isEmpty()) {
            add(facts, "gpu", same(gpus, Cuda.Gpu::name));
            facts.add(new Fact("gpus", "" + gpus.size()));
            add(facts, "gpu_memory_bytes", same(gpus, gpu -> "" + gpu.memoryBytes()));
            add(facts, "compute_capability", same(gpus, Cuda.Gpu::computeCapability));
        }
        facts.add(new Fact("cuda_driver_version", driver.cudaVersion()));
        if (Nvml.load(search) instanceof Availability.Present<Nvml>(var nvml)) {
            add(facts, "driver_version", nvml.driverVersion());
            management(facts, nvml, gpus.stream().map(Cuda.Gpu::pciAddress).toList());
        }
    }

    private static void management(List<Fact> facts, Nvml nvml, List<String> addresses) {
        var known = addresses.stream().flatMap(address -> nvml.device(address).stream()).toList();
        if (known.isEmpty()) {
            return;
        }
        add(facts, "sm_clock_mhz", numbers(known, Nvml.GpuState::smClockMHz));
        add(facts, "max_sm_clock_mhz", numbers(known, Nvml.GpuState::maxSmClockMHz));
        add(facts, "memory_clock_mhz", numbers(known, Nvml.GpuState::memoryClockMHz));
        add(facts, "power_limit_w", numbers(known, Nvml.GpuState::powerLimitWatts));
        add(facts, "nvlinks_per_gpu", same(known, device -> "" + device.links().size()));
        if (addresses.size() > 1) {
            add(facts, "nvlink_between_all",
                    NvLinks.unlinked(nvml, addresses).map(pairs -> pairs.isEmpty() ? "yes" : "no"));
        }
    }

    private void libraries(List<Fact> facts, Host host) {
        add(facts, "cuda_version", version(FoundLibrary.cudaRuntime(search), FoundLibrary::version));
        add(facts, "nccl_version", version(Nccl.load(search), Nccl::version));
        add(facts, "nvshmem_version", version(FoundLibrary.nvshmem(search), FoundLibrary::version));
        // Listing providers makes libfabric search for devices, which is pointless without interfaces.
        boolean fabric = !host.interfaces().isEmpty() || search.environment().containsKey("FI_PROVIDER");
        if (fabric && Libfabric.load(search) instanceof Availability.Present<Libfabric>(var libfabric)) {
            facts.add(new Fact("libfabric_version", libfabric.version()));
            facts.add(new Fact("libfabric_providers", libfabric.providers().entrySet().stream()
                    .map(provider -> provider.getKey() + " (" + provider.getValue().domains() + ")")
                    .collect(Collectors.joining(", "))));
        }
    }

    private static void drivers(List<Fact> facts, KernelState kernel) {
        var names = List.of("efa", "gdrdrv", "nvidia_peermem", "mlx5_core");
        for (var name : names) {
            if (kernel.has(name)) {
                var version = kernel.modules().getOrDefault(name, "");
                facts.add(new Fact(name + "_driver", version.isEmpty() ? "loaded" : version));
            }
        }
        if (kernel.hugePages().isPresent()) {
            facts.add(new Fact("huge_pages_2mib", "" + kernel.hugePages().getAsLong()));
        }
    }

    private static void network(List<Fact> facts, Host host) {
        for (var kind : List.of(DeviceKind.EFA, DeviceKind.INFINIBAND, DeviceKind.NVSWITCH)) {
            int count = host.ofKind(kind).size();
            if (count > 0) {
                facts.add(new Fact(switch (kind) {
                    case EFA -> "efa_interfaces";
                    case INFINIBAND -> "infiniband_interfaces";
                    case NVSWITCH, GPU -> "nvswitches";
                }, "" + count));
            }
        }
        if (!host.gpus().isEmpty()) {
            facts.add(new Fact("topology",
                    host.gpus().stream().map(gpu -> placeOf(host, gpu)).collect(Collectors.joining("; "))));
        }
    }

    private void variables(List<Fact> facts) {
        new TreeMap<>(search.environment()).forEach((name, value) -> {
            boolean relevant = FAMILIES.matcher(name).matches() || SINGLE.contains(name);
            if (relevant && !SECRET.matcher(name).matches()) {
                facts.add(new Fact(name, value.substring(0, Math.min(LONGEST_VARIABLE, value.length()))
                        .replaceAll("\\p{Cntrl}", " ")));
            }
        });
    }

    /** Describes the place of a GPU, for example {@code 0000:53:00.0 NUMA 0, same switch: rdmap79s0 rdmap80s0}. */
    private static String placeOf(Host host, PciDevice gpu) {
        var near = host.nearest(gpu);
        return gpu.address() + (gpu.numaNode() < 0 ? "" : " NUMA " + gpu.numaNode()) + (near.isEmpty()
                ? ""
                : ", " + host.distance(gpu, near.getFirst()).words() + ": "
                        + near.stream().map(PciDevice::name).collect(Collectors.joining(" ")));
    }

    private static <T> Optional<String> version(Availability<T> library, Function<T, String> version) {
        return library instanceof Availability.Present<T>(var present)
                ? Optional.of(version.apply(present))
                : Optional.empty();
    }

    private static void add(List<Fact> facts, String name, Optional<String> value) {
        value.filter(text -> !text.isBlank()).ifPresent(text -> facts.add(new Fact(name, text)));
    }

    private static <T> Optional<String> same(Collection<T> all, Function<T, String> value) {
        return Optional.of(all.stream().map(value).distinct().collect(Collectors.joining(", ")));
    }

    private static Optional<String> numbers(List<Nvml.GpuState> devices, Function<Nvml.GpuState, OptionalInt> value) {
        var known = devices.stream().map(value).filter(OptionalInt::isPresent).map(number -> "" + number.getAsInt())
                .distinct().toList();
        return known.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", known));
    }
}
