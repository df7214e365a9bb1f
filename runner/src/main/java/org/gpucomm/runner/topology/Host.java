package org.gpucomm.runner.topology;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import org.gpucomm.runner.topology.PciDevice.Kind;

/**
 * The host as sysfs shows it.
 *
 * @param machine what DMI calls it, on AWS the instance type: {@code Amazon EC2 p5.48xlarge}; empty if it tells nothing
 * @param devices GPUs and network interfaces in the order of their addresses
 */
public record Host(Optional<String> machine, List<PciDevice> devices) {

    private static final String NVIDIA = "0x10de";
    private static final String AMAZON = "0x1d0f";
    private static final String MELLANOX = "0x15b3";
    private static final String CLASS_VGA = "0x0300";
    private static final String CLASS_3D = "0x0302";

    public Host {
        devices = List.copyOf(devices);
    }

    /**
     * Reads a sysfs.
     *
     * @param sys {@code /sys}, or a tree of the same shape
     */
    public static Host read(Path sys) throws IOException {
        var devices = new ArrayList<PciDevice>();
        for (var entry : children(sys.resolve("bus/pci/devices"))) {
            var kind = kindOf(entry);
            if (kind.isPresent()) {
                devices.add(device(kind.get(), entry));
            }
        }
        devices.sort(Comparator.comparing(PciDevice::address));
        return new Host(machineOf(sys.resolve("class/dmi/id")), devices);
    }

    public List<PciDevice> gpus() {
        return ofKind(Kind.GPU);
    }

    /** EFA and InfiniBand/RoCE interfaces. */
    public List<PciDevice> interfaces() {
        return devices.stream().filter(device -> device.kind() != Kind.GPU).toList();
    }

    public List<PciDevice> ofKind(Kind kind) {
        return devices.stream().filter(device -> device.kind() == kind).toList();
    }

    /** The interfaces that share the most bridges with the GPU; empty if none shares any. */
    public List<PciDevice> nearest(PciDevice gpu) {
        int most = interfaces().stream().mapToInt(gpu::sharedBridges).max().orElse(0);
        return most == 0
                ? List.of()
                : interfaces().stream().filter(device -> gpu.sharedBridges(device) == most).toList();
    }

    private static Optional<Kind> kindOf(Path device) throws IOException {
        var vendor = text(device.resolve("vendor"));
        var deviceClass = text(device.resolve("class"));
        if (vendor.equals(NVIDIA) && (deviceClass.startsWith(CLASS_3D) || deviceClass.startsWith(CLASS_VGA))) {
            return Optional.of(Kind.GPU);
        }
        if (vendor.equals(AMAZON) && text(device.resolve("device")).startsWith("0xefa")) {
            return Optional.of(Kind.EFA);
        }
        return vendor.equals(MELLANOX) && deviceClass.startsWith("0x02")
                ? Optional.of(Kind.INFINIBAND)
                : Optional.empty();
    }

    private static PciDevice device(Kind kind, Path entry) throws IOException {
        var names = new ArrayList<String>();
        for (var users : List.of("infiniband", "net")) {
            for (var user : children(entry.resolve(users))) {
                names.add(name(user));
            }
        }
        var numa = text(entry.resolve("numa_node"));
        return new PciDevice(kind, name(entry), model(entry), numa.isEmpty() ? -1 : Integer.parseInt(numa),
                bridges(entry.toRealPath()), names);
    }

    private static List<String> bridges(Path device) {
        var path = new ArrayList<String>();
        for (var part : device) {
            // 0000:53:00.0 and pci0000:53, not the folders above them
            if (part.toString().matches("(pci)?[0-9a-f]{4}:[0-9a-f]{2}(:[0-9a-f]{2}\\.[0-7])?")) {
                path.add(part.toString());
            }
        }
        return path;
    }

    private static String model(Path entry) throws IOException {
        var id = text(entry.resolve("vendor")).replace("0x", "") + ":"
                + text(entry.resolve("device")).replace("0x", "");
        // PCI ids of p4d, p5 and their kin; AWS names no model in sysfs
        return switch (id) {
            case "1d0f:efa0" -> "EFA (efa0)";
            case "1d0f:efa1" -> "EFA (efa1)";
            case "1d0f:efa2" -> "EFA (efa2)";
            case "1d0f:efa3" -> "EFA (efa3)";
            default -> id;
        };
    }

    private static Optional<String> machineOf(Path dmi) throws IOException {
        var vendor = text(dmi.resolve("sys_vendor"));
        var product = text(dmi.resolve("product_name"));
        var machine = (vendor + " " + product).strip();
        return machine.isEmpty() ? Optional.empty() : Optional.of(machine);
    }

    private static List<Path> children(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        var found = new ArrayList<Path>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            entries.forEach(found::add);
        }
        found.sort(Comparator.naturalOrder());
        return found;
    }

    private static String text(Path file) throws IOException {
        return Files.isReadable(file) ? Files.readString(file).strip() : "";
    }

    private static String name(Path path) {
        return Objects.requireNonNull(path.getFileName()).toString();
    }
}
