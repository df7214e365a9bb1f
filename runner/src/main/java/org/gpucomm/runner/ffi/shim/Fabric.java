package org.gpucomm.runner.ffi.shim;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

import org.gpucomm.runner.ffi.Availability;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.ffi.NativeLibrary;
import org.gpucomm.runner.ffi.SignalHandlers;
import org.gpucomm.runner.ffi.cuda.Device;
import org.jspecify.annotations.Nullable;

/** libfabric through the shim {@code native/shim/fabric}: lists domains, opens rails and allocates memory. */
public final class Fabric {

    static final String NAME = "libfabric";
    private static final PackedShim SHIM = new PackedShim(NAME, "GPUCOMM_FABRIC_SHIM", "libgpucomm_fabric.so",
            "native/shim/fabric", "libfabric-dev");
    private static final List<String> LIBFABRIC = List.of("libfabric.so.1", "libfabric.so",
            "/opt/amazon/efa/lib64/libfabric.so.1", "/opt/amazon/efa/lib/libfabric.so.1");
    private static final int MOST_DOMAINS = 256;
    // Layout of gpucomm_domain: three strings, four longs.
    private static final long DOMAIN_AT = 192;
    private static final long DEPTH_AT = 256;
    private static final long PCI_AT = 280;
    private static final long DOMAIN_BYTES = 288;

    private final FabricFunctions functions;
    private final String version;

    private Fabric(FabricFunctions functions, String version) {
        this.functions = functions;
        this.version = version;
    }

    /** Loads the shim of this build, which loads libfabric. */
    public static Availability<Fabric> load(LibrarySearch search) {
        var candidates = search.candidates("GPUCOMM_LIBFABRIC_LIBRARY", LIBFABRIC);
        return SHIM.load(search, library -> bound(library, candidates));
    }

    private static Fabric bound(NativeLibrary library, List<String> candidates) {
        var functions = library.functions(FabricFunctions.class);
        functions.requireAbi();
        try (var arena = Arena.ofConfined()) {
            var names = arena.allocateFrom(String.join("\n", candidates));
            functions.check("loading", SignalHandlers.kept(() -> functions.gpucomm_fabric_load(names)));
        }
        int version = functions.gpucomm_fabric_version();
        return new Fabric(functions, (version >>> 16) + "." + (version & 0xFFFF));
    }

    /** Returns the version, for example {@code 1.22}. */
    public String version() {
        return version;
    }

    /**
     * Returns the domains on which a rail can be opened, in libfabric's order.
     *
     * @param provider provider name; null for all providers
     * @param device   true to return only domains that can transfer GPU memory
     */
    public List<FabricDomain> domains(@Nullable String provider, boolean device) {
        try (var arena = Arena.ofConfined()) {
            var domains = arena.allocate(DOMAIN_BYTES * MOST_DOMAINS, Long.BYTES);
            var count = arena.allocate(ValueLayout.JAVA_LONG);
            var name = provider == null ? MemorySegment.NULL : arena.allocateFrom(provider);
            functions.check("listing", SignalHandlers.kept(
                    () -> functions.gpucomm_fabric_domains(name, device ? 1 : 0, domains, MOST_DOMAINS, count)));
            var found = new ArrayList<FabricDomain>();
            for (long i = 0; i < count.get(ValueLayout.JAVA_LONG, 0); i++) {
                found.add(domain(domains.asSlice(i * DOMAIN_BYTES, DOMAIN_BYTES)));
            }
            return found;
        }
    }

    /**
     * Opens a rail on each domain, in the given order; a domain may occur several times.
     *
     * @param device whether GPU memory is transferred too
     * @param depth  requested number of transfers in flight on a rail
     */
    public FabricRails open(String provider, List<String> domains, boolean device, long depth) {
        return new FabricRails(functions, provider, domains, device, depth);
    }

    /** Allocates zeroed host memory of the given size in bytes. */
    public FabricMemory memory(long bytes) {
        return new FabricMemory(functions, bytes, null);
    }

    /** Allocates GPU memory of the given size in bytes. From then on, rails copy locally through the CUDA driver. */
    public FabricMemory memory(long bytes, Device gpu) {
        functions.gpucomm_fabric_copy_by(gpu.function("cuMemcpy"));
        return new FabricMemory(functions, bytes, gpu);
    }

    private static FabricDomain domain(MemorySegment at) {
        return new FabricDomain(at.getString(0), at.getString(DOMAIN_AT), at.get(ValueLayout.JAVA_LONG, DEPTH_AT),
                at.get(ValueLayout.JAVA_LONG, PCI_AT));
    }
}
