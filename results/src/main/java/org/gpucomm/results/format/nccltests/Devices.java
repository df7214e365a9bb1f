package org.gpucomm.results.format.nccltests;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

import org.gpucomm.results.Platform;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.RanksOnNodes;
import org.jspecify.annotations.Nullable;

/**
 * The table of ranks and their GPUs. The ranks of a run are those of the first communicator: NCCL_TESTS_SPLIT makes several, and n in the
 * bus factor is the size of one of them.
 */
final class Devices {

    private static final String NO_GROUP = "0";
    /** End of a line in a table cell. */
    private static final Pattern END_OF_CELL = Pattern.compile("(?<![|\\s])[|\\s]++$");
    /** Usual position of the word. */
    private static final int GROUP = 2;

    private @Nullable String firstGroup;
    private String host = "";
    private String gpu = "";
    private long highest;
    private final Set<String> hosts = new LinkedHashSet<>();
    private final Set<String> allHosts = new HashSet<>();
    private final Set<String> gpus = new LinkedHashSet<>();
    /** Host of each rank, as first listed. */
    private final Map<Long, String> ids = new HashMap<>();
    private boolean sameHost;
    private final RanksOnNodes onNodes = new RanksOnNodes();
    private int ranksOfFirstGroup;
    private int copies;
    private boolean amd;
    private boolean changed;
    private boolean elided;

    /** Notes that dots replace ranks that somebody left out. */
    void elided() {
        elided = true;
        changed = true;
    }

    /** Reads a line such as {@code Rank 0 Group 0 Pid 5190 on node-0 device 0 [0000:1b:00] NVIDIA H200}. */
    List<Fact> read(LineWords words) {
        int on = words.indexOf("on", LineKind.ON);
        int device = words.indexOf("device", LineKind.DEVICE);
        if (device < on + 2 || device + 2 >= words.count() || words.whole(1) > Integer.MAX_VALUE) {
            return List.of();
        }
        changed = true;
        var facts = new ArrayList<Fact>(2);
        if (!words.is(on + 1, host)) {
            host = words.get(on + 1);
            if (allHosts.add(host)) {
                facts.add(new Fact("host", host));
            }
        }
        if (!words.from(device + 3).equals(gpu)) {
            gpu = END_OF_CELL.matcher(words.from(device + 3)).replaceFirst("");
            if (!gpu.isEmpty() && gpus.add(gpu)) {
                facts.add(new Fact("gpu", gpu));
                amd |= isAmd(gpu);
            }
        }
        // rccl-tests prints a PCI function, [0000:c9:00.0], nccl-tests none
        amd |= words.contains(device + 2, '.');
        count(words);
        return facts;
    }

    /** Returns whether a rank is listed twice: several programs ran at once without knowing each other. */
    boolean isRepeated() {
        return copies > 0;
    }

    /** Returns whether all repeated ranks are on different hosts: each host has its own program. */
    boolean areApart() {
        return isRepeated() && !sameHost;
    }

    /** Returns whether rank 0 is the only rank listed. */
    boolean areAlone() {
        return highest == 0 && !ids.isEmpty();
    }

    boolean areAmd() {
        return amd;
    }

    Set<String> hosts() {
        return hosts;
    }

    boolean takeChanged() {
        boolean was = changed;
        changed = false;
        return was;
    }

    /**
     * Returns the platform in the device table; NCCL's own counts if the table is missing or incomplete.
     *
     * @param nodes number of nodes in NCCL's log; null if unknown
     * @param ranks number of ranks in NCCL's log; null if unknown
     */
    Platform platform(@Nullable String instanceType, @Nullable Integer nodes, @Nullable Integer ranks) {
        var gpu = gpus.size() == 1 ? gpus.iterator().next() : null;
        return isWhole()
                ? new Platform(instanceType, gpu, hosts.size(), ranksOfFirstGroup)
                : new Platform(instanceType, gpu, nodes, ranks);
    }

    /** Returns the layout of ranks on hosts; empty unless the table is complete and the layout does not follow from the counts. */
    List<Fact> onNodes() {
        return isWhole() && !isRepeated()
                ? onNodes.words().map(words -> List.of(new Fact(RanksOnNodes.FACT, words))).orElse(List.of())
                : List.of();
    }

    private void count(LineWords words) {
        int group = words.indexOf("Group", GROUP);
        if (firstGroup == null) {
            firstGroup = group < 0 ? NO_GROUP : words.get(group + 1);
        }
        long id = words.whole(1);
        highest = Math.max(highest, id);
        var known = ids.putIfAbsent(id, host);
        if (known != null) {
            copies++;
            sameHost |= known.equals(host);
        } else if (group < 0 ? firstGroup.equals(NO_GROUP) : words.is(group + 1, firstGroup)) {
            ranksOfFirstGroup++;
            hosts.add(host);
            onNodes.put(id, host);
        }
    }

    /** Returns whether no rank is missing; ranks are numbered from 0 over all groups. */
    private boolean isWhole() {
        return !elided && ids.containsKey(0L) && highest == ids.size() - 1;
    }

    private static boolean isAmd(String gpu) {
        var lower = gpu.toLowerCase(Locale.ROOT);
        return lower.contains("amd") || lower.contains("instinct") || lower.contains("gfx")
                || lower.startsWith("device ");
    }
}
