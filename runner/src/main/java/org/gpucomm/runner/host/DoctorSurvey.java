package org.gpucomm.runner.host;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.gpucomm.runner.ffi.FoundLibrary;
import org.gpucomm.runner.host.DoctorFinding.Status;
import org.gpucomm.runner.ffi.Availability;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.ffi.cuda.Cuda;
import org.gpucomm.runner.ffi.nccl.Nccl;
import org.gpucomm.runner.ffi.nvml.Nvml;
import org.gpucomm.runner.ffi.shim.Libfabric;

/**
 * Survey of the hardware and software that GPU communication benchmarks need, in order of dependency.
 *
 * @param search libraries, environment variables and root of the file system
 */
record DoctorSurvey(LibrarySearch search) {

    List<DoctorFinding> findings() throws IOException {
        var host = Host.read(search.root().resolve("sys"));
        var kernel = KernelState.read(search.root());
        var libfabric = Libfabric.load(search);
        var findings = new ArrayList<DoctorFinding>();
        findings.add(machine(host));
        findings.addAll(gpus());
        findings.addAll(links());
        findings.add(library("CUDA runtime", FoundLibrary.cudaRuntime(search), FoundLibrary::version,
                FoundLibrary::path,
                Status.MISSING, "no GPU benchmark runs"));
        findings.add(library("NCCL", Nccl.load(search), Nccl::version, Nccl::path, Status.MISSING,
                "collectives cannot be measured"));
        findings.add(library("NVSHMEM", FoundLibrary.nvshmem(search), FoundLibrary::version, FoundLibrary::path,
                Status.OPTIONAL,
                "put, get and GPU-initiated all-to-all cannot be measured"));
        findings.add(library("libfabric", libfabric, DoctorSurvey::fabric, Libfabric::path,
                Status.OPTIONAL, "EFA cannot be measured below NCCL"));
        findings.add(interfaces(host));
        findings.addAll(topology(host));
        findings.addAll(new EfaAdvice(search, host, kernel, libfabric).findings());
        return findings;
    }

    private static DoctorFinding machine(Host host) {
        return new DoctorFinding(Status.OK, "Machine", host.machine().orElse("not named by DMI"), List.of(String.format(
                Locale.ROOT, "%d processors, Java %s", Runtime.getRuntime().availableProcessors(), Runtime.version())));
    }

    private List<DoctorFinding> gpus() {
        return switch (Cuda.load(search)) {
            case Availability.Absent<Cuda> absent -> List.of(new DoctorFinding(Status.MISSING, "CUDA driver",
                    "not usable: no GPU benchmark runs", absent.reasons()));
            case Availability.Present<Cuda> present -> {
                var driver = present.library();
                var gpus = driver.gpus();
                var found = new DoctorFinding(Status.OK, "CUDA driver", "supports CUDA " + driver.cudaVersion(),
                        List.of(driver.path()));
                yield List.of(found,
                        gpus.isEmpty()
                                ? new DoctorFinding(Status.MISSING, "GPUs", "none: no GPU benchmark runs",
                                        List.of("CUDA_VISIBLE_DEVICES may hide them"))
                                : new DoctorFinding(Status.OK, "GPUs", gpus.size() + " × " + models(gpus),
                                        gpus.stream().map(DoctorSurvey::gpu).toList()));
            }
        };
    }

    /** Returns the finding about NVML; empty if the CUDA driver is absent, which {@link #gpus} reports. */
    private List<DoctorFinding> links() {
        if (!(Cuda.load(search) instanceof Availability.Present<Cuda>(var driver))) {
            return List.of();
        }
        return switch (Nvml.load(search)) {
            case Availability.Absent<Nvml> absent -> List.of(new DoctorFinding(Status.OPTIONAL, "NVML",
                    "not usable: clocks and NVLinks are not known", absent.reasons()));
            case Availability.Present<Nvml> present -> List.of(new DoctorFinding(Status.OK, "NVML",
                    "driver " + present.library().driverVersion().orElse("of unknown version"),
                    NvLinks.described(present.library(), driver.gpus())));
        };
    }

    private static String models(List<Cuda.Gpu> gpus) {
        return gpus.stream().map(Cuda.Gpu::name).distinct().collect(Collectors.joining(", "));
    }

    private static String gpu(Cuda.Gpu gpu) {
        return String.format(Locale.ROOT, "GPU %d at %s: %s, %.0f GiB, compute capability %s", gpu.ordinal(),
                gpu.pciAddress(), gpu.name(), gpu.memoryBytes() / (double) (1L << 30), gpu.computeCapability());
    }

    private static <T> DoctorFinding library(String name, Availability<T> availability, Function<T, String> version,
            Function<T, String> path, Status absence, String disables) {
        return switch (availability) {
            case Availability.Present<T> present -> new DoctorFinding(Status.OK, name, version.apply(present.library()),
                    List.of(path.apply(present.library())));
            case Availability.Absent<T> absent ->
                new DoctorFinding(absence, name, "not found: " + disables, absent.reasons());
        };
    }

    private static String fabric(Libfabric fabric) {
        return fabric.version() + ", " + (fabric.providers().isEmpty()
                ? "no provider finds a device"
                : "providers " + fabric.providers().entrySet().stream()
                        .map(provider -> "%s (%d, %d transfers in a queue)".formatted(provider.getKey(),
                                provider.getValue().domains(), provider.getValue().transmitQueue()))
                        .collect(Collectors.joining(", ")));
    }

    private static DoctorFinding interfaces(Host host) {
        var interfaces = host.interfaces();
        if (interfaces.isEmpty()) {
            return new DoctorFinding(Status.OPTIONAL, "Network",
                    "no EFA and no InfiniBand interface: this host measures alone",
                    List.of());
        }
        return new DoctorFinding(Status.OK, "Network",
                interfaces.stream().collect(Collectors.groupingBy(PciDevice::kind, Collectors.counting())).entrySet()
                        .stream().map(kind -> kind.getValue() + " × " + kind.getKey())
                        .collect(Collectors.joining(", ")),
                List.of());
    }

    private static List<DoctorFinding> topology(Host host) {
        if (host.gpus().isEmpty()) {
            return List.of();
        }
        var affinity = Affinity.of(host);
        var lines = new ArrayList<String>();
        host.numaNodes().forEach(node -> lines.add("NUMA node " + node.number() + ": processors " + node.cpus()));
        affinity.places().forEach(place -> lines.add(place(place)));
        var findings = new ArrayList<DoctorFinding>();
        findings.add(
                new DoctorFinding(Status.OK, "Topology", host.gpus().size() + " NVIDIA devices on the PCI bus", lines));
        far(affinity).ifPresent(findings::add);
        return findings;
    }

    private static String place(Affinity.Neighbours place) {
        return place.gpu().address() + " on NUMA node "
                + (place.gpu().numaNode() < 0 ? "?" : place.gpu().numaNode())
                + place.distance().map(distance -> ", nearest interfaces (" + distance.words()
                        + (place.shared() ? ", shared with other GPUs" : "") + ") " + names(place.interfaces()))
                        .orElse("")
                + (place.cores().isEmpty() ? "" : ", cores " + Processors.text(place.cores()));
    }

    /** Returns advice about GPUs without an interface below the same host bridge, and interfaces that are not the nearest of any GPU. */
    private static Optional<DoctorFinding> far(Affinity affinity) {
        var lines = new ArrayList<String>();
        affinity.places().stream().filter(Affinity.Neighbours::far)
                .forEach(place -> lines.add(place.gpu().address() + ": the nearest interface is "
                        + place.distance().map(Distance::words).orElse("")
                        + "; what the network brings passes a host bridge or the link between processors"));
        if (!affinity.left().isEmpty()) {
            lines.add(names(affinity.left()) + ": not the nearest of any GPU");
        }
        return lines.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new DoctorFinding(Status.ADVICE, "Distance", "some GPUs and interfaces are far apart", lines));
    }

    private static String names(List<PciDevice> devices) {
        return devices.stream().map(PciDevice::name).collect(Collectors.joining(" "));
    }
}
