package org.gpucomm.runner.host;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

import org.gpucomm.runner.host.PciDevice.DeviceKind;

/**
 * Host with its devices, read from sysfs.
 *
 * @param machine   vendor and product from DMI, on AWS with the instance type: {@code Amazon EC2 p5.48xlarge}; empty if unknown
 * @param devices   GPUs, NVLink switches and network interfaces in the order of addresses
 * @param numaNodes NUMA nodes in the order of numbers; empty if unknown
 */
public record Host(Optional<String> machine, List<PciDevice> devices, List<NumaNode> numaNodes) {

    private static final String NVIDIA = "0x10de";
    private static final String AMAZON = "0x1d0f";
    private static final String MELLANOX = "0x15b3";
    private static final String CLASS_VGA = "0x0300";
    private static final String CLASS_3D = "0x0302";
    private static final String CLASS_BRIDGE = "0x0680";
    private static final String AMAZON_EC2 = "Amazon EC2";

    public Host {
        devices = List.copyOf(devices);
        numaNodes = List.copyOf(numaNodes);
    }

    /**
     * Reads a host from sysfs.
     *
     * @param sys {@code /sys}, or a folder of the same structure
     */
    public static Host read(Path sys) throws IOException {
        var devices = new ArrayList<PciDevice>();
        for (var entry : SmallFiles.children(sys.resolve("bus/pci/devices"))) {
            var kind = kindOf(entry);
            if (kind.isPresent()) {
                devices.add(device(kind.get(), entry));
            }
        }
        devices.sort(Comparator.comparing(PciDevice::address));
        return new Host(machineOf(sys.resolve("class/dmi/id")), devices,
                numaNodes(sys.resolve("devices/system/node")));
    }

    public List<PciDevice> gpus() {
        return ofKind(DeviceKind.GPU);
    }

    /** Returns the EFA and InfiniBand/RoCE interfaces. */
    public List<PciDevice> interfaces() {
        return devices.stream()
                .filter(device -> device.kind() == DeviceKind.EFA || device.kind() == DeviceKind.INFINIBAND)
                .toList();
    }

    /**
     * Returns the interfaces with a driver, which have a name. A p6-b200 also has ConnectX devices without a driver, which only manage its
     * NVSwitches.
     */
    public List<PciDevice> served() {
        return interfaces().stream().filter(device -> !device.names().isEmpty()).toList();
    }

    public List<PciDevice> ofKind(DeviceKind kind) {
        return devices.stream().filter(device -> device.kind() == kind).toList();
    }

    /** Returns the Amazon EC2 instance type, for example {@code p5.48xlarge}; empty on other hosts. */
    public Optional<String> instanceType() {
        return machine.filter(name -> name.startsWith(AMAZON_EC2 + " "))
                .map(name -> name.substring(AMAZON_EC2.length() + 1));
    }

    public Distance distance(PciDevice one, PciDevice other) {
        int shared = one.sharedBridges(other);
        if (shared > 1) {
            return Distance.SAME_SWITCH;
        }
        if (shared == 1) {
            return Distance.SAME_HOST_BRIDGE;
        }
        if (one.numaNode() < 0 || other.numaNode() < 0) {
            // A host with a single NUMA node does not number the node of its devices.
            return numaNodes.size() == 1 ? Distance.SAME_NUMA_NODE : Distance.UNKNOWN;
        }
        return one.numaNode() == other.numaNode() ? Distance.SAME_NUMA_NODE : Distance.ACROSS;
    }

    /** Returns the {@link #served} interfaces that share the most bridges with the GPU; empty if none shares any. */
    public List<PciDevice> nearest(PciDevice gpu) {
        int most = served().stream().mapToInt(gpu::sharedBridges).max().orElse(0);
        return most == 0
                ? List.of()
                : served().stream().filter(device -> gpu.sharedBridges(device) == most).toList();
    }

    private static Optional<DeviceKind> kindOf(Path device) throws IOException {
        var vendor = SmallFiles.text(device.resolve("vendor"));
        var deviceClass = SmallFiles.text(device.resolve("class"));
        if (vendor.equals(NVIDIA) && (deviceClass.startsWith(CLASS_3D) || deviceClass.startsWith(CLASS_VGA))) {
            return Optional.of(DeviceKind.GPU);
        }
        if (vendor.equals(NVIDIA) && deviceClass.startsWith(CLASS_BRIDGE)) {
            return Optional.of(DeviceKind.NVSWITCH);
        }
        if (vendor.equals(AMAZON) && SmallFiles.text(device.resolve("device")).startsWith("0xefa")) {
            return Optional.of(DeviceKind.EFA);
        }
        return vendor.equals(MELLANOX) && deviceClass.startsWith("0x02")
                ? Optional.of(DeviceKind.INFINIBAND)
                : Optional.empty();
    }

    private static PciDevice device(DeviceKind kind, Path entry) throws IOException {
        var names = new ArrayList<String>();
        for (var users : List.of("infiniband", "net")) {
            for (var user : SmallFiles.children(entry.resolve(users))) {
                names.add(SmallFiles.name(user));
            }
        }
        var numa = SmallFiles.text(entry.resolve("numa_node"));
        return new PciDevice(kind, SmallFiles.name(entry), numa.isEmpty() ? -1 : Integer.parseInt(numa),
                bridges(entry.toRealPath()), names);
    }

    private static List<String> bridges(Path device) {
        var path = new ArrayList<String>();
        for (var part : device) {
            // Matches 0000:53:00.0 and pci0000:53, not their parent folders.
            if (part.toString().matches("(pci)?[0-9a-f]{4}:[0-9a-f]{2}(:[0-9a-f]{2}\\.[0-7])?")) {
                path.add(part.toString());
            }
        }
        return path;
    }

    private static Optional<String> machineOf(Path dmi) throws IOException {
        var vendor = SmallFiles.text(dmi.resolve("sys_vendor"));
        var product = SmallFiles.text(dmi.resolve("product_name"));
        var machine = (vendor + " " + product).strip();
        return machine.isEmpty() ? Optional.empty() : Optional.of(machine);
    }

    private static List<NumaNode> numaNodes(Path folder) throws IOException {
        var nodes = new ArrayList<NumaNode>();
        for (var node : SmallFiles.children(folder)) {
            if (SmallFiles.name(node).matches("node[0-9]{1,6}")) {
                var cpus = SmallFiles.text(node.resolve("cpulist"));
                nodes.add(new NumaNode(Integer.parseInt(SmallFiles.name(node).substring(4)), cpus,
                        Processors.onePerCore(Processors.of(cpus), folder.resolveSibling("cpu"))));
            }
        }
        nodes.sort(Comparator.comparingInt(NumaNode::number));
        return nodes;
    }
}
