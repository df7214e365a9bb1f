package org.gpucomm.runner.fabric;

import java.util.List;

import org.gpucomm.results.Bench;
import org.gpucomm.runner.ffi.Availability;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.ffi.shim.Fabric;
import org.gpucomm.runner.rig.Family;

/** Family that measures libfabric directly. A seat is a group of network interfaces; no GPU is needed. */
public final class FabricFamily implements Family {

    @Override
    public Bench about() {
        return Bench.FABRIC;
    }

    @Override
    public List<String> missing(LibrarySearch search) {
        return switch (Fabric.load(search)) {
            case Availability.Absent<Fabric> absent ->
                List.of(absent.name() + ": " + String.join("; ", absent.reasons()));
            case Availability.Present<Fabric> present -> present.library().domains(null, false).isEmpty()
                    ? List.of("libfabric " + present.library().version() + " offers no interface")
                    : List.of();
        };
    }

    @Override
    public Options options() {
        return new FabricOptions();
    }
}
