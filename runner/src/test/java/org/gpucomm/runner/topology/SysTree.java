package org.gpucomm.runner.topology;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/** A sysfs made of files, shaped like the one of a real host. */
public final class SysTree {

    private final Path sys;

    public SysTree(Path sys) {
        this.sys = sys;
    }

    public Path path() {
        return sys;
    }

    /** A p5.48xlarge: 2 NUMA nodes, 8 PCI root complexes, each with one H100 and four EFAs behind one switch. */
    public static SysTree p5(Path sys) throws IOException {
        var tree = new SysTree(sys);
        tree.machine("Amazon EC2", "p5.48xlarge");
        for (int gpu = 0; gpu < 8; gpu++) {
            int root = 0x44 + 0x11 * gpu;
            var aboveSwitch = "pci0000:" + hex(root) + "/0000:" + hex(root) + ":00.0/0000:" + hex(root + 1) + ":00.0";
            var belowSwitch = aboveSwitch + "/0000:" + hex(root + 2) + ":01.";
            for (int efa = 0; efa < 4; efa++) {
                int bus = root + 3 + efa;
                tree.device(belowSwitch + efa + "/0000:" + hex(bus) + ":00.0", "0x1d0f", "0xefa1", "0x020000", gpu / 4,
                        "rdmap" + bus + "s0");
            }
            tree.device(belowSwitch + "4/0000:" + hex(root + 7) + ":00.0", "0x10de", "0x2330", "0x030200", gpu / 4,
                    null);
        }
        tree.device("pci0000:00/0000:00:05.0", "0x1d0f", "0xec20", "0x020000", 0, null);
        return tree;
    }

    public void machine(String vendor, String product) throws IOException {
        var dmi = Files.createDirectories(sys.resolve("class/dmi/id"));
        Files.writeString(dmi.resolve("sys_vendor"), vendor + "\n");
        Files.writeString(dmi.resolve("product_name"), product + "\n");
    }

    void device(String path, String vendor, String device, String deviceClass, int numaNode,
            @Nullable String infiniband) throws IOException {
        var folder = Files.createDirectories(sys.resolve("devices").resolve(path));
        Files.writeString(folder.resolve("vendor"), vendor + "\n");
        Files.writeString(folder.resolve("device"), device + "\n");
        Files.writeString(folder.resolve("class"), deviceClass + "\n");
        Files.writeString(folder.resolve("numa_node"), numaNode + "\n");
        if (infiniband != null) {
            Files.createDirectories(folder.resolve("infiniband").resolve(infiniband));
        }
        var links = Files.createDirectories(sys.resolve("bus/pci/devices"));
        Files.createSymbolicLink(links.resolve(String.valueOf(folder.getFileName())), links.relativize(folder));
    }

    private static String hex(int value) {
        return String.format("%02x", value);
    }
}
