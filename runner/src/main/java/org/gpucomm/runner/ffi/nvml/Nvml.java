package org.gpucomm.runner.ffi.nvml;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

import org.gpucomm.runner.ffi.Availability;
import org.gpucomm.runner.ffi.Libraries;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.ffi.NativeCallException;
import org.gpucomm.runner.ffi.NativeLibrary;
import org.jspecify.annotations.Nullable;

/**
 * NVIDIA's management library ({@code libnvidia-ml}): what the driver tells of a GPU without using it. Everything but the
 * library itself may be untold: a virtual machine hides links, an old driver has not every function.
 */
public final class Nvml {

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

    private static final FunctionDescriptor DEVICE_OUT = FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS);
    private static final FunctionDescriptor DEVICE_NUMBER_OUT = FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT,
            ADDRESS);

    private final NativeLibrary library;
    private final MethodHandle nvmlDeviceGetHandleByPciBusId;
    private final @Nullable MethodHandle nvmlDeviceGetClockInfo;
    private final @Nullable MethodHandle nvmlDeviceGetMaxClockInfo;
    private final @Nullable MethodHandle nvmlDeviceGetEnforcedPowerLimit;
    private final @Nullable MethodHandle nvmlDeviceGetNvLinkState;
    private final @Nullable MethodHandle nvmlDeviceGetNvLinkVersion;
    private final @Nullable MethodHandle nvmlDeviceGetNvLinkRemotePciInfo;
    private final @Nullable MethodHandle nvmlDeviceGetP2PStatus;

    private Nvml(NativeLibrary library) {
        this.library = library;
        nvmlDeviceGetHandleByPciBusId = library.function(DEVICE_OUT, "nvmlDeviceGetHandleByPciBusId_v2",
                "nvmlDeviceGetHandleByPciBusId");
        nvmlDeviceGetClockInfo = optional(DEVICE_NUMBER_OUT, "nvmlDeviceGetClockInfo");
        nvmlDeviceGetMaxClockInfo = optional(DEVICE_NUMBER_OUT, "nvmlDeviceGetMaxClockInfo");
        nvmlDeviceGetEnforcedPowerLimit = optional(DEVICE_OUT, "nvmlDeviceGetEnforcedPowerLimit");
        nvmlDeviceGetNvLinkState = optional(DEVICE_NUMBER_OUT, "nvmlDeviceGetNvLinkState");
        nvmlDeviceGetNvLinkVersion = optional(DEVICE_NUMBER_OUT, "nvmlDeviceGetNvLinkVersion");
        nvmlDeviceGetNvLinkRemotePciInfo = optional(DEVICE_NUMBER_OUT, "nvmlDeviceGetNvLinkRemotePciInfo_v2",
                "nvmlDeviceGetNvLinkRemotePciInfo");
        nvmlDeviceGetP2PStatus = optional(FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_INT, ADDRESS),
                "nvmlDeviceGetP2PStatus");
    }

    /** The library, loaded and initialised; absent too when it finds no driver. */
    public static Availability<Nvml> load(LibrarySearch search) {
        return Libraries.load("NVML",
                search.candidates("GPUCOMM_NVML_LIBRARY", List.of("libnvidia-ml.so.1", "libnvidia-ml.so")),
                library -> {
                    var nvml = new Nvml(library);
                    int code = nvml.initialise();
                    if (code != 0) {
                        throw new NativeCallException(library.name(), "nvmlInit", code, nvml.words(code));
                    }
                    return nvml;
                });
    }

    public String path() {
        return library.path();
    }

    /** {@code 580.159.04}; empty if the library does not tell. */
    public Optional<String> driverVersion() {
        var function = optional(FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT), "nvmlSystemGetDriverVersion");
        if (function == null) {
            return Optional.empty();
        }
        try (var arena = Arena.ofConfined()) {
            var text = arena.allocate(VERSION_LENGTH);
            int code;
            try {
                code = (int) function.invokeExact(text, VERSION_LENGTH);
            } catch (Throwable t) {
                throw new AssertionError(t);
            }
            return code == 0 ? Optional.of(text.getString(0)) : Optional.empty();
        }
    }

    /** Returns what is known of a GPU; empty if the driver does not know one at this address. */
    public Optional<Device> device(String pciAddress) {
        try (var arena = Arena.ofConfined()) {
            return handle(arena, pciAddress).map(handle -> new Device(pciAddress,
                    number(arena, nvmlDeviceGetClockInfo, handle, CLOCK_SM),
                    number(arena, nvmlDeviceGetMaxClockInfo, handle, CLOCK_SM),
                    number(arena, nvmlDeviceGetClockInfo, handle, CLOCK_MEMORY), powerLimitWatts(arena, handle),
                    links(arena, handle)));
        }
    }

    /** Whether two GPUs reach one another over NVLink, be it through switches; empty if the driver does not tell. */
    public Optional<Boolean> nvlinked(String pciAddress, String otherPciAddress) {
        if (nvmlDeviceGetP2PStatus == null) {
            return Optional.empty();
        }
        try (var arena = Arena.ofConfined()) {
            var one = handle(arena, pciAddress);
            var other = handle(arena, otherPciAddress);
            if (one.isEmpty() || other.isEmpty()) {
                return Optional.empty();
            }
            var status = arena.allocate(JAVA_INT);
            int code;
            try {
                code = (int) nvmlDeviceGetP2PStatus.invokeExact(one.get(), other.get(), P2P_CAPS_INDEX_NVLINK, status);
            } catch (Throwable t) {
                throw new AssertionError(t);
            }
            return code == 0 ? Optional.of(status.get(JAVA_INT, 0) == P2P_STATUS_OK) : Optional.empty();
        }
    }

    private int initialise() {
        var function = library.function(FunctionDescriptor.of(JAVA_INT), "nvmlInit_v2", "nvmlInit");
        try {
            return (int) function.invokeExact();
        } catch (Throwable t) {
            throw new AssertionError(t);
        }
    }

    private @Nullable MethodHandle optional(FunctionDescriptor type, String... names) {
        try {
            return library.function(type, names);
        } catch (UnsatisfiedLinkError notThere) {
            return null;
        }
    }

    private Optional<MemorySegment> handle(Arena arena, String pciAddress) {
        var handle = arena.allocate(ADDRESS);
        return call(nvmlDeviceGetHandleByPciBusId, arena.allocateFrom(pciAddress), handle) == 0
                ? Optional.of(handle.get(ADDRESS, 0))
                : Optional.empty();
    }

    private List<Link> links(Arena arena, MemorySegment handle) {
        var links = new ArrayList<Link>();
        for (int link = 0; link < MAX_LINKS; link++) {
            if (number(arena, nvmlDeviceGetNvLinkState, handle, link).orElse(0) == 1) {
                links.add(new Link(link, number(arena, nvmlDeviceGetNvLinkVersion, handle, link),
                        remote(arena, handle, link)));
            }
        }
        return links;
    }

    private Optional<String> remote(Arena arena, MemorySegment handle, int link) {
        var info = arena.allocate(PCI_INFO_SIZE, Long.BYTES);
        if (nvmlDeviceGetNvLinkRemotePciInfo == null
                || call(nvmlDeviceGetNvLinkRemotePciInfo, handle, link, info) != 0) {
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

    private OptionalInt powerLimitWatts(Arena arena, MemorySegment handle) {
        var milliwatts = arena.allocate(JAVA_INT);
        return nvmlDeviceGetEnforcedPowerLimit != null && call(nvmlDeviceGetEnforcedPowerLimit, handle, milliwatts) == 0
                ? OptionalInt.of(milliwatts.get(JAVA_INT, 0) / 1000)
                : OptionalInt.empty();
    }

    private static OptionalInt number(Arena arena, @Nullable MethodHandle function, MemorySegment handle, int which) {
        var out = arena.allocate(JAVA_INT);
        return function != null && call(function, handle, which, out) == 0
                ? OptionalInt.of(out.get(JAVA_INT, 0))
                : OptionalInt.empty();
    }

    private static int call(MethodHandle function, MemorySegment first, MemorySegment out) {
        try {
            return (int) function.invokeExact(first, out);
        } catch (Throwable t) {
            throw new AssertionError(t);
        }
    }

    private static int call(MethodHandle function, MemorySegment handle, int which, MemorySegment out) {
        try {
            return (int) function.invokeExact(handle, which, out);
        } catch (Throwable t) {
            throw new AssertionError(t);
        }
    }

    private String words(int code) {
        var function = optional(FunctionDescriptor.of(ADDRESS, JAVA_INT), "nvmlErrorString");
        if (function == null) {
            return "unknown error";
        }
        try {
            return NativeLibrary.string((MemorySegment) function.invokeExact(code));
        } catch (Throwable t) {
            throw new AssertionError(t);
        }
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
    public record Device(String pciAddress, OptionalInt smClockMHz, OptionalInt maxSmClockMHz,
            OptionalInt memoryClockMHz, OptionalInt powerLimitWatts, List<Link> links) {

        public Device {
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
