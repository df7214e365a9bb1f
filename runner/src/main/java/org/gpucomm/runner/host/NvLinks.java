package org.gpucomm.runner.host;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;

import org.gpucomm.runner.ffi.cuda.CudaDriver.Gpu;
import org.gpucomm.runner.ffi.nvml.Nvml;

/** Clocks and NVLinks in words. */
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

    private static String links(Nvml.Device device) {
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

    private static String clock(Nvml.Device device) {
        return words(", clock ", device.smClockMHz(), " MHz") + words(" of ", device.maxSmClockMHz(), " MHz")
                + words(", memory ", device.memoryClockMHz(), " MHz");
    }

    private static String pairs(Nvml nvml, List<Gpu> gpus) {
        var without = new ArrayList<String>();
        for (int i = 0; i < gpus.size(); i++) {
            for (int j = i + 1; j < gpus.size(); j++) {
                var linked = nvml.nvlinked(gpus.get(i).pciAddress(), gpus.get(j).pciAddress());
                if (linked.isEmpty()) {
                    return "which GPUs reach one another over NVLink is not told";
                }
                if (!linked.get()) {
                    without.add(i + "-" + j);
                }
            }
        }
        return without.isEmpty()
                ? "every pair reaches one another over NVLink"
                : "no NVLink between " + String.join(", ", without);
    }

    private static String words(String before, OptionalInt value, String after) {
        return value.isPresent() ? before + value.getAsInt() + after : "";
    }
}
