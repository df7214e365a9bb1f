package org.gpucomm.runner.host;

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

    /**
     * A p5.48xlarge: 2 NUMA nodes; 8 PCI root complexes from 0x44 on, 0x11 buses apart, each with one switch and below it
     * four ordinary interfaces, four EFAs and one H100; a ninth root complex with the four NVSwitches.
     */
    public static SysTree p5(Path sys) throws IOException {
        var tree = new SysTree(sys);
        tree.machine("Amazon EC2", "p5.48xlarge");
        tree.numaNode(0, "0-47,96-143");
        tree.numaNode(1, "48-95,144-191");
        for (int gpu = 0; gpu < 8; gpu++) {
            int root = 0x44 + 0x11 * gpu;
            var below = "pci0000:%1$02x/0000:%1$02x:00.0/0000:%2$02x:00.0/0000:%3$02x:".formatted(root, root + 1,
                    root + 2);
            for (int port = 0; port < 4; port++) {
                tree.device(below + "00." + port + "/0000:" + hex(root + 0x3 + port) + ":00.0", "0x1d0f", "0xec20",
                        "0x020000", gpu / 4, null);
                int bus = root + 0xb + port;
                tree.device(below + "01." + port + "/0000:" + hex(bus) + ":00.0", "0x1d0f", "0xefa1", "0x020000",
                        gpu / 4,
                        "rdmap" + bus + "s0");
            }
            tree.device(below + "01.4/0000:" + hex(root + 0xf) + ":00.0", "0x10de", "0x2330", "0x030200", gpu / 4,
                    null);
        }
        for (int port = 0; port < 4; port++) {
            tree.device(
                    "pci0000:cc/0000:cc:00.0/0000:cd:00.0/0000:ce:00." + port + "/0000:" + hex(0xcf + port) + ":00.0",
                    "0x10de", "0x22a3", "0x068000", 1, null);
        }
        tree.device("pci0000:00/0000:00:05.0", "0x1d0f", "0xec20", "0x020000", 0, null);
        for (int core = 0; core < 96; core++) {
            tree.siblings(core, core + 96);
        }
        return tree;
    }

    /** A p4d.24xlarge: four host bridges without switches, one EFA and two A100s below each. */
    public static SysTree p4d(Path sys) throws IOException {
        var tree = new SysTree(sys);
        tree.machine("Amazon EC2", "p4d.24xlarge");
        tree.numaNode(0, "0-23,48-71");
        tree.numaNode(1, "24-47,72-95");
        var roots = new int[]{0x10, 0x20, 0x90, 0xa0};
        for (int i = 0; i < roots.length; i++) {
            var below = "pci0000:%1$02x/0000:%1$02x:".formatted(roots[i]);
            tree.device(below + "1b.0", "0x1d0f", "0xefa0", "0x020000", i / 2, "rdmap" + roots[i] + "s27");
            tree.device(below + "1c.0", "0x10de", "0x20b0", "0x030200", i / 2, null);
            tree.device(below + "1d.0", "0x10de", "0x20b0", "0x030200", i / 2, null);
        }
        return tree;
    }

    /** A p5en.48xlarge: four switches, four EFAs and two H200s below each. */
    public static SysTree p5en(Path sys) throws IOException {
        return pairs(sys, "p5en.48xlarge", 4, 0x19, "0xefa2", "0x2335");
    }

    /** A p6-b200.48xlarge: four switches, two EFAs and two B200s below each. */
    public static SysTree p6b200(Path sys) throws IOException {
        return pairs(sys, "p6-b200.48xlarge", 2, 0x11, "0xefa3", "0x2901");
    }

    private static SysTree pairs(Path sys, String type, int efas, int apart, String efa, String gpu)
            throws IOException {
        var tree = new SysTree(sys);
        tree.machine("Amazon EC2", type);
        tree.numaNode(0, "0-47,96-143");
        tree.numaNode(1, "48-95,144-191");
        for (int i = 0; i < 4; i++) {
            int root = 0x44 + apart * i;
            var below = "pci0000:%1$02x/0000:%1$02x:00.0/0000:%2$02x:00.0/0000:%3$02x:".formatted(root, root + 1,
                    root + 2);
            for (int port = 0; port < efas + 2; port++) {
                int bus = root + 0xb + port;
                boolean isEfa = port < efas;
                tree.device(below + "01." + port + "/0000:" + hex(bus) + ":00.0", isEfa ? "0x1d0f" : "0x10de",
                        isEfa ? efa : gpu, isEfa ? "0x020000" : "0x030200", i / 2, isEfa ? "rdmap" + bus + "s0" : null);
            }
        }
        return tree;
    }

    /** A virtual machine with four H200s: no switch, no NUMA node, no DMI, no fabric. */
    public static SysTree h200(Path sys) throws IOException {
        var tree = new SysTree(sys);
        tree.numaNode(0, "0-63");
        for (int gpu = 0; gpu < 4; gpu++) {
            tree.device("pci0000:00/0000:00:0" + (6 + gpu) + ".0", "0x10de", "0x2335", "0x030200", -1, null);
        }
        tree.device("pci0000:00/0000:00:03.0", "0x1af4", "0x1041", "0x020000", -1, null);
        return tree;
    }

    /** The same with a ConnectX behind another host bridge. */
    public static SysTree h200WithOneFarInterface(Path sys) throws IOException {
        var tree = h200(sys);
        tree.device("pci0000:80/0000:80:01.0", "0x15b3", "0x1021", "0x020700", -1, "mlx5_0");
        return tree;
    }

    void numaNode(int number, String cpus) throws IOException {
        var node = Files.createDirectories(sys.resolve("devices/system/node/node" + number));
        Files.writeString(node.resolve("cpulist"), cpus + "\n");
    }

    /** Says that processor {@code second} is the other thread of the core of {@code first}. */
    void siblings(int first, int second) throws IOException {
        for (int processor : new int[]{first, second}) {
            var topology = Files
                    .createDirectories(sys.resolve("devices/system/cpu/cpu" + processor + "/topology"));
            Files.writeString(topology.resolve("thread_siblings_list"), first + "," + second + "\n");
        }
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
