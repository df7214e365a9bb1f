package org.gpucomm.runner.host;

import java.util.List;

/**
 * A GPU, NVLink switch or network interface on the PCI bus.
 *
 * @param address  {@code 0000:53:00.0}
 * @param model    name of the device where sysfs or gpucomm knows one, else {@code vendor:device} in hexadecimal
 * @param numaNode -1 when the host does not say
 * @param path     the bridges above it, from the root complex down, and itself last
 * @param names    names that other tools use: {@code rdmap79s0}, {@code eth0}
 */
public record PciDevice(DeviceKind kind, String address, String model, int numaNode, List<String> path,
        List<String> names) {

    public enum DeviceKind {
        GPU,
        /** A switch between NVLinks. */
        NVSWITCH,
        EFA,
        INFINIBAND
    }

    public PciDevice {
        path = List.copyOf(path);
        names = List.copyOf(names);
    }

    /** Returns the name that other tools use, else the address. */
    public String name() {
        return names.isEmpty() ? address : names.getFirst();
    }

    /** Returns how many bridges the paths of the two share: the more, the nearer. 0 = different root complexes. */
    public int sharedBridges(PciDevice other) {
        int shared = 0;
        int shorter = Math.min(path.size(), other.path.size());
        while (shared < shorter && path.get(shared).equals(other.path.get(shared))) {
            shared++;
        }
        return shared;
    }
}
