package org.gpucomm.runner.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

import org.gpucomm.runner.ffi.cuda.Cuda.Gpu;
import org.gpucomm.runner.ffi.nvml.Nvml;

/** Description of clocks and NVLinks of GPUs. */
final class NvLinks {

    private NvLinks() {}

    static List<String> described(Nvml nvml, List<Gpu> gpus) {
        var lines = new ArrayList<String>();
        for (var gpu : gpus) {
            nvml.device(gpu.pciAddress()).ifPresent(device -> lines.add("GPU " + gpu.ordinal() + ": " + links(device)
                    + clock(device) + words(", at most ", device.powerLimitWatts(), " W")));
        }
        if (gpus.size() > 1) {
            lines.add(pairs(nvml, gpus));
        }
        return lines;
    }

    private static String links(Nvml.GpuState device) {
        if (device.links().isEmpty()) {
            return "no NVLink seen";
        }
        var ends = device.links().stream().flatMap(link -> link.remote().stream())
                .collect(Collectors.groupingBy(remote -> remote, java.util.TreeMap::new, Collectors.counting()));
        return device.links().size() + " NVLinks up" + (ends.isEmpty()
                ? ""
                : " (" + ends.entrySet().stream().map(end -> end.getValue() + " to " + end.getKey())
                        .collect(Collectors.joining(", ")) + ")");
    }

    private static String clock(Nvml.GpuState device) {
        return words(", clock ", device.smClockMHz(), " MHz") + words(" of ", device.maxSmClockMHz(), " MHz")
                + words(", memory ", device.memoryClockMHz(), " MHz");
    }

    private static String pairs(Nvml nvml, List<Gpu> gpus) {
        return unlinked(nvml, gpus.stream().map(Gpu::pciAddress).toList()).map(pairs -> pairs.isEmpty()
                ? "every pair reaches one another over NVLink"
                : "no NVLink between " + String.join(", ", pairs))
                .orElse("which GPUs reach one another over NVLink is unknown");
    }

    /** Returns the pairs of GPUs that do not reach each other over NVLink, for example {@code 0-2}; empty if unknown. */
    static Optional<List<String>> unlinked(Nvml nvml, List<String> addresses) {
        var without = new ArrayList<String>();
        for (int i = 0; i < addresses.size(); i++) {
            for (int j = i + 1; j < addresses.size(); j++) {
                var linked = nvml.nvlinked(addresses.get(i), addresses.get(j));
                if (linked.isEmpty()) {
                    return Optional.empty();
                }
                if (!linked.get()) {
                    without.add(i + "-" + j);
                }
            }
        }
        return Optional.of(without);
    }

    private static String words(String before, OptionalInt value, String after) {
        return value.isPresent() ? before + value.getAsInt() + after : "";
    }
}
