package org.gpucomm.runner.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * State of the kernel that matters for GPU communication.
 *
 * @param release      kernel release, for example {@code 6.8.0-1021-aws}; empty if unknown
 * @param modules      versions of the relevant loaded modules, by name; an empty text for a module without version
 * @param hugePages    number of reserved 2 MiB pages; empty if the kernel does not support this size
 * @param lockedBytes  limit of locked memory of this process in bytes; empty if unlimited or unknown
 * @param verbsDevices number of files {@code /dev/infiniband/uverbs*} visible to this process
 */
public record KernelState(Optional<String> release, Map<String, String> modules, OptionalLong hugePages,
        OptionalLong lockedBytes, int verbsDevices) {

    /** Modules for the GPU, peer access of interfaces to GPU memory, GDRCopy, and EFA and Mellanox interfaces. */
    private static final String[] MODULES = {"nvidia", "nvidia_peermem", "gdrdrv", "efa", "efa_nv_peermem",
            "mlx5_core"};

    public KernelState {
        modules = Map.copyOf(modules);
    }

    /** Reads the state from {@code sys}, {@code proc} and {@code dev} below a root folder. */
    public static KernelState read(Path root) throws IOException {
        var modules = new TreeMap<String, String>();
        for (var module : MODULES) {
            var folder = root.resolve("sys/module").resolve(module);
            if (Files.isDirectory(folder)) {
                modules.put(module, SmallFiles.text(folder.resolve("version")));
            }
        }
        return new KernelState(notBlank(SmallFiles.text(root.resolve("proc/sys/kernel/osrelease"))), modules,
                number(SmallFiles.text(root.resolve("sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages"))),
                lockedBytes(SmallFiles.text(root.resolve("proc/self/limits"))),
                (int) SmallFiles.children(root.resolve("dev/infiniband")).stream()
                        .filter(file -> SmallFiles.name(file).startsWith("uverbs")).count());
    }

    /** Returns the host name from the kernel, because a name service may be slow or wrong; empty if it cannot be read. */
    public static Optional<String> hostName(Path root) {
        return notBlank(SmallFiles.text(root.resolve("proc/sys/kernel/hostname")));
    }

    public boolean has(String module) {
        return modules.containsKey(module);
    }

    /** Parses {@code Max locked memory  8388608  8388608  bytes}; the first number is the soft limit, which applies. */
    private static OptionalLong lockedBytes(String limits) {
        return limits.lines().filter(line -> line.startsWith("Max locked memory")).findFirst()
                .map(line -> number(line.substring("Max locked memory".length()).strip().split("\\s+")[0]))
                .orElse(OptionalLong.empty());
    }

    private static OptionalLong number(String text) {
        return text.matches("[0-9]{1,18}") ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
    }

    private static Optional<String> notBlank(String text) {
        return text.isBlank() ? Optional.empty() : Optional.of(text);
    }
}
