package org.gpucomm.runner.host;

import java.util.List;

/**
 * GPU, NVLink switch or network interface on the PCI bus.
 *
 * @param address  PCI address, for example {@code 0000:53:00.0}
 * @param numaNode number of the NUMA node; -1 if unknown
 * @param path     bridges from the root complex down to the device, and the device itself last
 * @param names    names in other tools, for example {@code rdmap79s0} or {@code eth0}
 */
public record PciDevice(DeviceKind kind, String address, int numaNode, List<String> path, List<String> names) {

    public enum DeviceKind {
        GPU,
        /** NVLink switch. */
        NVSWITCH,
        EFA,
        INFINIBAND
    }

    public PciDevice {
        path = List.copyOf(path);
        names = List.copyOf(names);
    }

    /** Returns the name in other tools, or the address if the device has no name. */
    public String name() {
        return names.isEmpty() ? address : names.getFirst();
    }

    /** Returns the number of bridges that the paths of two devices share: the more, the nearer; 0 for different root complexes. */
    public int sharedBridges(PciDevice other) {
        int shared = 0;
        int shorter = Math.min(path.size(), other.path.size());
        while (shared < shorter && path.get(shared).equals(other.path.get(shared))) {
            shared++;
        }
        return shared;
    }
}
