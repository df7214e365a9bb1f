package org.gpucomm.runner.ffi.shim;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.gpucomm.runner.ffi.Availability;
import org.gpucomm.runner.ffi.FunctionTable;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.ffi.NativeCallException;
import org.gpucomm.runner.ffi.NativeLibrary;
import org.gpucomm.runner.ffi.SignalHandlers;

/**
 * libfabric library that was found, and its providers that find a device on this host.
 *
 * @param version   version, for example {@code 1.22}
 * @param providers devices by provider name; empty if there is none
 * @param path      file that was loaded
 */
public record Libfabric(String version, Map<String, Provider> providers, String path) {

    /**
     * Devices of one provider.
     *
     * @param domains       number of domains (for EFA: interfaces)
     * @param transmitQueue size of the largest transmit queue of an endpoint, in transfers
     */
    public record Provider(int domains, long transmitQueue) {

        Provider and(Provider other) {
            return new Provider(domains + other.domains, Math.max(transmitQueue, other.transmitQueue));
        }
    }

    // Offsets of rdma/fabric.h on a 64-bit machine, unchanged since 1.0: fi_info.next, .tx_attr, .domain_attr,
    // .fabric_attr; fi_tx_attr.size; fi_fabric_attr.prov_name; fi_domain_attr.name.
    private static final long NEXT = 0;
    private static final long TX_ATTR = 72;
    private static final long DOMAIN_ATTR = 96;
    private static final long FABRIC_ATTR = 104;
    private static final long INFO_SIZE = 112;
    private static final long TX_SIZE = 48;
    private static final long TX_ATTR_SIZE = 56;
    private static final long PROV_NAME = 16;
    private static final long FABRIC_ATTR_SIZE = 24;
    private static final long DOMAIN_NAME = 8;
    private static final long DOMAIN_ATTR_SIZE = 16;
    private static final int NO_DATA = -61;
    /** Requested API version 1.9, which all recent versions of libfabric support. */
    private static final int API_1_9 = 1 << 16 | 9;

    public static Availability<Libfabric> load(LibrarySearch search) {
        var candidates = search.candidates("GPUCOMM_LIBFABRIC_LIBRARY", List.of("libfabric.so.1", "libfabric.so"));
        return NativeLibrary.load("libfabric", candidates, library -> {
            var libfabric = library.functions(LibfabricFunctions.class);
            return new Libfabric(versionOf(libfabric), providersOf(libfabric), library.path());
        });
    }

    private static String versionOf(LibfabricFunctions libfabric) {
        int version = libfabric.fi_version();
        return (version >>> 16) + "." + (version & 0xFFFF);
    }

    private static Map<String, Provider> providersOf(LibfabricFunctions libfabric) {
        try (var arena = Arena.ofConfined()) {
            var list = arena.allocate(ADDRESS);
            int code = SignalHandlers.kept(() -> libfabric.fi_getinfo(API_1_9, MemorySegment.NULL,
                    MemorySegment.NULL, 0, MemorySegment.NULL, list));
            if (code == NO_DATA) {
                return Map.of();
            }
            if (code != 0) {
                throw new NativeCallException(libfabric.library().name(), "fi_getinfo", code, "no list of providers");
            }
            var first = list.get(ADDRESS, 0);
            var providers = count(first);
            libfabric.fi_freeinfo(first);
            return providers;
        }
    }

    /** Counts each domain once, although libfabric lists it once for each type of endpoint. */
    private static Map<String, Provider> count(MemorySegment first) {
        var domains = new LinkedHashMap<List<String>, Long>();
        for (var next = first; next.address() != 0;) {
            var info = NativeLibrary.struct(next, INFO_SIZE);
            var fabric = NativeLibrary.struct(info.get(ADDRESS, FABRIC_ATTR), FABRIC_ATTR_SIZE);
            var domain = NativeLibrary.struct(info.get(ADDRESS, DOMAIN_ATTR), DOMAIN_ATTR_SIZE);
            domains.merge(List.of(NativeLibrary.string(fabric.get(ADDRESS, PROV_NAME)),
                    NativeLibrary.string(domain.get(ADDRESS, DOMAIN_NAME))), transmitQueue(info), Math::max);
            next = info.get(ADDRESS, NEXT);
        }
        var providers = new LinkedHashMap<String, Provider>();
        domains.forEach((domain, queue) -> providers.merge(domain.getFirst(), new Provider(1, queue), Provider::and));
        return providers;
    }

    private static long transmitQueue(MemorySegment info) {
        var attributes = info.get(ADDRESS, TX_ATTR);
        return attributes.address() == 0
                ? 0
                : NativeLibrary.struct(attributes, TX_ATTR_SIZE).get(JAVA_LONG, TX_SIZE);
    }

    private interface LibfabricFunctions extends FunctionTable {

        int fi_version();
        int fi_getinfo(int version, MemorySegment node, MemorySegment service, long flags, MemorySegment hints,
                MemorySegment list);
        void fi_freeinfo(MemorySegment list);
    }
}
