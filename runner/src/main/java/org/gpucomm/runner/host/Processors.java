package org.gpucomm.runner.host;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Reader and writer of processor lists in the notation of the kernel, for example {@code 0-47,96-143}. */
public final class Processors {

    private Processors() {}

    /** Parses a list; returns an empty list if the text is invalid. */
    static List<Integer> of(String list) {
        if (!list.matches("[0-9]{1,7}(-[0-9]{1,7})?(,[0-9]{1,7}(-[0-9]{1,7})?)*")) {
            return List.of();
        }
        var processors = new ArrayList<Integer>();
        for (var range : list.split(",")) {
            var ends = range.split("-");
            IntStream.rangeClosed(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]))
                    .forEach(processors::add);
        }
        return processors;
    }

    /**
     * Returns the processors that this process may use.
     *
     * @param root root of the file system
     */
    public static List<Integer> allowed(Path root) {
        return SmallFiles.text(root.resolve("proc/self/status")).lines()
                .filter(line -> line.startsWith("Cpus_allowed_list:")).findFirst()
                .map(line -> of(line.substring(line.indexOf(':') + 1).strip())).orElse(List.of());
    }

    /** Returns an ordered list of processors as text, for example {@code 0-11,24}. */
    public static String text(List<Integer> processors) {
        var text = new StringBuilder();
        for (int from = 0; from < processors.size();) {
            int to = from;
            while (to + 1 < processors.size() && processors.get(to + 1) == processors.get(to) + 1) {
                to++;
            }
            text.append(text.isEmpty() ? "" : ",").append(processors.get(from))
                    .append(to > from ? "-" + processors.get(to) : "");
            from = to + 1;
        }
        return text.toString();
    }

    /**
     * Returns the first processor of each core.
     *
     * @param folder {@code devices/system/cpu} of sysfs
     */
    static List<Integer> onePerCore(List<Integer> processors, Path folder) {
        return processors.stream().filter(processor -> {
            var siblings = of(SmallFiles.text(folder.resolve("cpu" + processor + "/topology/thread_siblings_list")));
            return siblings.isEmpty() || siblings.getFirst().equals(processor);
        }).toList();
    }
}
