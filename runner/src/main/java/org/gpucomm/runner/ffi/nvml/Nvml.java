package org.gpucomm.runner.ffi.nvml;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

import org.gpucomm.runner.ffi.Availability;
import org.gpucomm.runner.ffi.Downcall;
import org.gpucomm.runner.ffi.FunctionTable;
import org.gpucomm.runner.ffi.Libraries;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.ffi.NativeCallException;
import org.gpucomm.runner.ffi.NativeLibrary;

/**
 * NVIDIA's management library ({@code libnvidia-ml}): what the driver reports of a GPU without using it. Everything but the
 * library itself may be untold: a virtual machine hides links, an old driver has not every function.
 */
public final class Nvml extends FunctionTable {

    // Values of nvml.h
    private static final int CLOCK_SM = 1;
    private static final int CLOCK_MEMORY = 2;
    private static final int P2P_CAPS_INDEX_NVLINK = 2;
    private static final int P2P_STATUS_OK = 0;
    /** More than any GPU has: a B200 has 18. */
    private static final int MAX_LINKS = 36;
    private static final int VERSION_LENGTH = 80;
    private static final int PCI_INFO_SIZE = 68;
    private static final long PCI_DOMAIN = 16;
    private static final long PCI_BUS = 20;
    private static final long PCI_DEVICE = 24;

    private final MemorySegment nvmlDeviceGetHandleByPciBusId = required("nvmlDeviceGetHandleByPciBusId_v2",
            "nvmlDeviceGetHandleByPciBusId");
    private final MemorySegment nvmlInit = required("nvmlInit_v2", "nvmlInit");
    private final Optional<MemorySegment> nvmlSystemGetDriverVersion = optional("nvmlSystemGetDriverVersion");
    private final Optional<MemorySegment> nvmlDeviceGetClockInfo = optional("nvmlDeviceGetClockInfo");
    private final Optional<MemorySegment> nvmlDeviceGetMaxClockInfo = optional("nvmlDeviceGetMaxClockInfo");
    private final Optional<MemorySegment> nvmlDeviceGetEnforcedPowerLimit = optional("nvmlDeviceGetEnforcedPowerLimit");
    private final Optional<MemorySegment> nvmlDeviceGetNvLinkState = optional("nvmlDeviceGetNvLinkState");
    private final Optional<MemorySegment> nvmlDeviceGetNvLinkVersion = optional("nvmlDeviceGetNvLinkVersion");
    private final Optional<MemorySegment> nvmlDeviceGetNvLinkRemotePciInfo = optional(
            "nvmlDeviceGetNvLinkRemotePciInfo_v2", "nvmlDeviceGetNvLinkRemotePciInfo");
    private final Optional<MemorySegment> nvmlDeviceGetP2PStatus = optional("nvmlDeviceGetP2PStatus");
    private final Optional<MemorySegment> nvmlErrorString = optional("nvmlErrorString");

    private Nvml(NativeLibrary library) {
        super(library);
    }

    /** Loads and initialises the library; it is absent too when it finds no driver. */
    public static Availability<Nvml> load(LibrarySearch search) {
        return Libraries.load("NVML",
                search.candidates("GPUCOMM_NVML_LIBRARY", List.of("libnvidia-ml.so.1", "libnvidia-ml.so")),
                library -> {
                    var nvml = new Nvml(library);
                    int code = Downcall.call(nvml.nvmlInit);
                    if (code != 0) {
                        throw new NativeCallException(library.name(), "nvmlInit", code,
                                nvml.nvmlErrorString.map(function -> Downcall.text(function, code))
                                        .orElse("unknown error"));
                    }
                    return nvml;
                });
    }

    public String path() {
        return library.path();
    }

    /** Returns {@code 580.159.04}; empty if the library does not say. */
    public Optional<String> driverVersion() {
        try (var arena = Arena.ofConfined()) {
            var text = arena.allocate(VERSION_LENGTH);
            return nvmlSystemGetDriverVersion
                    .filter(function -> Downcall.call(function, text.address(), VERSION_LENGTH) == 0)
                    .map(_ -> text.getString(0));
        }
    }

    /** Returns what is known of a GPU; empty if the driver does not know one at this address. */
    public Optional<GpuState> device(String pciAddress) {
        try (var arena = Arena.ofConfined()) {
            return handle(arena, pciAddress).map(handle -> new GpuState(pciAddress,
                    number(arena, nvmlDeviceGetClockInfo, handle, CLOCK_SM),
                    number(arena, nvmlDeviceGetMaxClockInfo, handle, CLOCK_SM),
                    number(arena, nvmlDeviceGetClockInfo, handle, CLOCK_MEMORY), powerLimitWatts(arena, handle),
                    links(arena, handle)));
        }
    }

    /** Whether two GPUs reach one another over NVLink, be it through switches; empty if the driver does not say. */
    public Optional<Boolean> nvlinked(String pciAddress, String otherPciAddress) {
        try (var arena = Arena.ofConfined()) {
            var one = handle(arena, pciAddress);
            var other = handle(arena, otherPciAddress);
            var status = arena.allocate(JAVA_INT);
            return nvmlDeviceGetP2PStatus.filter(function -> one.isPresent() && other.isPresent() && Downcall
                    .call(function, one.get(), other.get(), P2P_CAPS_INDEX_NVLINK, status.address()) == 0)
                    .map(_ -> status.get(JAVA_INT, 0) == P2P_STATUS_OK);
        }
    }

    private Optional<Long> handle(Arena arena, String pciAddress) {
        var handle = arena.allocate(JAVA_LONG);
        return Downcall.call(nvmlDeviceGetHandleByPciBusId, arena.allocateFrom(pciAddress).address(),
                handle.address()) == 0 ? Optional.of(handle.get(JAVA_LONG, 0)) : Optional.empty();
    }

    private List<Link> links(Arena arena, long handle) {
        var links = new ArrayList<Link>();
        for (int link = 0; link < MAX_LINKS; link++) {
            if (number(arena, nvmlDeviceGetNvLinkState, handle, link).orElse(0) == 1) {
                links.add(new Link(link, number(arena, nvmlDeviceGetNvLinkVersion, handle, link),
                        remote(arena, handle, link)));
            }
        }
        return links;
    }

    private Optional<String> remote(Arena arena, long handle, int link) {
        var info = arena.allocate(PCI_INFO_SIZE, Long.BYTES);
        if (nvmlDeviceGetNvLinkRemotePciInfo
                .filter(function -> Downcall.call(function, handle, link, info.address()) == 0)
                .isEmpty()) {
            return Optional.empty();
        }
        int bus = info.get(JAVA_INT, PCI_BUS);
        int device = info.get(JAVA_INT, PCI_DEVICE);
        // In a virtual machine that hides the switches the driver says FFFFFFFF:FF:FF.0; an address has at most 0x1f here.
        return device > 0x1f || device < 0 || bus == 0 && device == 0
                ? Optional.empty()
                : Optional.of(
                        String.format(Locale.ROOT, "%04x:%02x:%02x.0", info.get(JAVA_INT, PCI_DOMAIN), bus, device));
    }

    private OptionalInt powerLimitWatts(Arena arena, long handle) {
        var milliwatts = arena.allocate(JAVA_INT);
        return nvmlDeviceGetEnforcedPowerLimit
                .filter(function -> Downcall.call(function, handle, milliwatts.address()) == 0)
                .map(_ -> OptionalInt.of(milliwatts.get(JAVA_INT, 0) / 1000)).orElse(OptionalInt.empty());
    }

    private static OptionalInt number(Arena arena, Optional<MemorySegment> function, long handle, int which) {
        var out = arena.allocate(JAVA_INT);
        return function.filter(there -> Downcall.call(there, handle, which, out.address()) == 0)
                .map(_ -> OptionalInt.of(out.get(JAVA_INT, 0))).orElse(OptionalInt.empty());
    }

    /**
     * One GPU as the driver sees it now.
     *
     * @param smClockMHz      clock of the multiprocessors at this moment; low on an idle GPU
     * @param maxSmClockMHz   the highest that it may reach
     * @param memoryClockMHz  clock of the device memory at this moment
     * @param powerLimitWatts enforced
     * @param links           NVLinks that are up
     */
    public record GpuState(String pciAddress, OptionalInt smClockMHz, OptionalInt maxSmClockMHz,
            OptionalInt memoryClockMHz, OptionalInt powerLimitWatts, List<Link> links) {

        public GpuState {
            links = List.copyOf(links);
        }
    }

    /**
     * One NVLink that is up.
     *
     * @param remote PCI address of the GPU or switch at its other end; empty where the host hides it
     */
    public record Link(int number, OptionalInt version, Optional<String> remote) {}
}
