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
import java.util.function.IntSupplier;
import java.util.function.ToIntFunction;

import org.gpucomm.runner.ffi.Availability;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.ffi.NativeCallException;
import org.gpucomm.runner.ffi.NativeLibrary;

/**
 * NVIDIA's management library ({@code libnvidia-ml}), which reports the state of a GPU without using the GPU. Any value may be empty: a
 * virtual machine hides links, and an old driver lacks functions.
 */
public final class Nvml {

    // Values of nvml.h
    private static final int CLOCK_SM = 1;
    private static final int CLOCK_MEMORY = 2;
    private static final int P2P_CAPS_INDEX_NVLINK = 2;
    private static final int P2P_STATUS_OK = 0;
    /** Upper limit of the NVLinks of a GPU; a B200 has 18. */
    private static final int MAX_LINKS = 36;
    private static final int VERSION_LENGTH = 80;
    private static final int PCI_INFO_SIZE = 68;
    private static final long PCI_DOMAIN = 16;
    private static final long PCI_BUS = 20;
    private static final long PCI_DEVICE = 24;

    private final NvmlFunctions nvml;

    private Nvml(NvmlFunctions nvml) {
        this.nvml = nvml;
    }

    /** Loads and initialises the library. It also counts as absent if it finds no driver. */
    public static Availability<Nvml> load(LibrarySearch search) {
        return NativeLibrary.load("NVML",
                search.candidates("GPUCOMM_NVML_LIBRARY", List.of("libnvidia-ml.so.1", "libnvidia-ml.so")),
                library -> {
                    var nvml = library.functions(NvmlFunctions.class);
                    int code = nvml.nvmlInit();
                    if (code != 0) {
                        throw new NativeCallException(library.name(), "nvmlInit", code,
                                library.has("nvmlErrorString")
                                        ? NativeLibrary.string(nvml.nvmlErrorString(code))
                                        : "unknown error");
                    }
                    return new Nvml(nvml);
                });
    }

    /** Returns the driver version, for example {@code 580.159.04}; empty if unknown. */
    public Optional<String> driverVersion() {
        try (var arena = Arena.ofConfined()) {
            var text = arena.allocate(VERSION_LENGTH);
            return says(() -> nvml.nvmlSystemGetDriverVersion(text, VERSION_LENGTH))
                    ? Optional.of(text.getString(0))
                    : Optional.empty();
        }
    }

    /** Returns the state of a GPU; empty if the driver has no GPU at this address. */
    public Optional<GpuState> device(String pciAddress) {
        try (var arena = Arena.ofConfined()) {
            return handle(arena, pciAddress).map(handle -> new GpuState(pciAddress,
                    number(arena, out -> nvml.nvmlDeviceGetClockInfo(handle, CLOCK_SM, out)),
                    number(arena, out -> nvml.nvmlDeviceGetMaxClockInfo(handle, CLOCK_SM, out)),
                    number(arena, out -> nvml.nvmlDeviceGetClockInfo(handle, CLOCK_MEMORY, out)),
                    powerLimitWatts(arena, handle), links(arena, handle)));
        }
    }

    /** Returns whether two GPUs reach each other over NVLink, directly or through switches; empty if unknown. */
    public Optional<Boolean> nvlinked(String pciAddress, String otherPciAddress) {
        try (var arena = Arena.ofConfined()) {
            var one = handle(arena, pciAddress);
            var other = handle(arena, otherPciAddress);
            if (one.isEmpty() || other.isEmpty()) {
                return Optional.empty();
            }
            var status = number(arena,
                    out -> nvml.nvmlDeviceGetP2PStatus(one.get(), other.get(), P2P_CAPS_INDEX_NVLINK, out));
            return status.stream().mapToObj(code -> code == P2P_STATUS_OK).findFirst();
        }
    }

    private Optional<Long> handle(Arena arena, String pciAddress) {
        var handle = arena.allocate(JAVA_LONG);
        return nvml.nvmlDeviceGetHandleByPciBusId(arena.allocateFrom(pciAddress), handle) == 0
                ? Optional.of(handle.get(JAVA_LONG, 0))
                : Optional.empty();
    }

    private List<Link> links(Arena arena, long handle) {
        var links = new ArrayList<Link>();
        for (int i = 0; i < MAX_LINKS; i++) {
            int link = i;
            if (number(arena, out -> nvml.nvmlDeviceGetNvLinkState(handle, link, out)).orElse(0) == 1) {
                links.add(new Link(link, number(arena, out -> nvml.nvmlDeviceGetNvLinkVersion(handle, link, out)),
                        remote(arena, handle, link)));
            }
        }
        return links;
    }

    private Optional<String> remote(Arena arena, long handle, int link) {
        var info = arena.allocate(PCI_INFO_SIZE, Long.BYTES);
        if (!says(() -> nvml.nvmlDeviceGetNvLinkRemotePciInfo(handle, link, info))) {
            return Optional.empty();
        }
        int bus = info.get(JAVA_INT, PCI_BUS);
        int device = info.get(JAVA_INT, PCI_DEVICE);
        // In a virtual machine that hides the switches the driver returns FFFFFFFF:FF:FF.0; a device number is at most 0x1f.
        return device > 0x1f || device < 0 || bus == 0 && device == 0
                ? Optional.empty()
                : Optional.of(
                        String.format(Locale.ROOT, "%04x:%02x:%02x.0", info.get(JAVA_INT, PCI_DOMAIN), bus, device));
    }

    private OptionalInt powerLimitWatts(Arena arena, long handle) {
        var milliwatts = number(arena, out -> nvml.nvmlDeviceGetEnforcedPowerLimit(handle, out));
        return milliwatts.stream().map(each -> each / 1000).findFirst();
    }

    private static OptionalInt number(Arena arena, ToIntFunction<MemorySegment> call) {
        var out = arena.allocate(JAVA_INT);
        return says(() -> call.applyAsInt(out)) ? OptionalInt.of(out.get(JAVA_INT, 0)) : OptionalInt.empty();
    }

    /** Returns whether a call succeeds; false if the driver is too old to have the function. */
    private static boolean says(IntSupplier call) {
        try {
            return call.getAsInt() == 0;
        } catch (UnsatisfiedLinkError tooOld) {
            return false;
        }
    }

    /**
     * Current state of one GPU.
     *
     * @param smClockMHz      current clock of the multiprocessors in MHz; low on an idle GPU
     * @param maxSmClockMHz   maximum clock of the multiprocessors in MHz
     * @param memoryClockMHz  current clock of the device memory in MHz
     * @param powerLimitWatts enforced power limit in W
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
     * @param remote PCI address of the GPU or switch at the other end; empty if the host hides it
     */
    public record Link(int number, OptionalInt version, Optional<String> remote) {}
}
