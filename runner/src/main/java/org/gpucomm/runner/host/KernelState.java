package org.gpucomm.runner.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * State of the kernel as far as it matters to GPU communication.
 *
 * @param release      {@code 6.8.0-1021-aws}; empty if it does not say
 * @param modules      versions of the loaded drivers that matter, by name; an empty version where a module has none
 * @param hugePages    2 MiB pages set aside; empty if the kernel has none of that size
 * @param lockedBytes  how much memory this process may lock for devices; empty = no limit or not reported
 * @param verbsDevices {@code /dev/infiniband/uverbs*} that this process can see
 */
public record KernelState(Optional<String> release, Map<String, String> modules, OptionalLong hugePages,
        OptionalLong lockedBytes, int verbsDevices) {

    /** The GPU driver, the way from GPU memory to interfaces, GDRCopy, the drivers of EFA and Mellanox interfaces. */
    private static final String[] MODULES = {"nvidia", "nvidia_peermem", "gdrdrv", "efa", "efa_nv_peermem",
            "mlx5_core"};

    public KernelState {
        modules = Map.copyOf(modules);
    }

    /** Reads {@code sys}, {@code proc} and {@code dev} below a root of the file system. */
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

    public boolean has(String module) {
        return modules.containsKey(module);
    }

    /** Reads {@code Max locked memory  8388608  8388608  bytes}: the first number is the one in force. */
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
