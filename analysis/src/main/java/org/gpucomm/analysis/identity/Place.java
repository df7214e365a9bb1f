package org.gpucomm.analysis.identity;

import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Place of a run: the cluster or, if the log does not name it, the hosts. A text is empty if unknown.
 *
 * @param cluster name of the cluster in its scheduler
 * @param hosts   names of the hosts in order, separated by blanks; empty if the cluster is known, whose hosts count as alike
 */
public record Place(String cluster, String hosts) {

    public static final Place UNKNOWN = new Place("", "");

    /** Largest number of host names in a text. More are shortened to the first, their number and a hash of all. */
    private static final int WRITTEN = 16;

    static Place of(Map<String, TreeSet<String>> facts) {
        for (var name : new String[]{"cluster", "env:SLURM_CLUSTER_NAME", "SLURM_CLUSTER_NAME"}) {
            if (facts.containsKey(name)) {
                return new Place(String.join("|", facts.get(name)), "");
            }
        }
        return new Place("", named(facts.getOrDefault("host", new TreeSet<>())));
    }

    private static String named(TreeSet<String> hosts) {
        var all = String.join(" ", hosts);
        return hosts.size() <= WRITTEN
                ? all
                : hosts.first() + " and " + (hosts.size() - 1) + " more, " + Integer.toHexString(all.hashCode());
    }

    /** Returns whether the cluster or the hosts are known. */
    public boolean isKnown() {
        return !cluster.isEmpty() || !hosts.isEmpty();
    }

    /** Returns the place as text; empty if unknown. */
    public String title() {
        return cluster.isEmpty() ? hosts : cluster;
    }

    /**
     * Returns the place for any number of hosts, since runs on more nodes are on more hosts: the cluster, else the names of the hosts
     * with {@code #} in place of numbers ({@code nid#}).
     */
    public Place ofAnyHosts() {
        if (!cluster.isEmpty() || hosts.isEmpty()) {
            return this;
        }
        var patterns = new TreeSet<String>();
        for (var host : hosts.split(" and ")[0].split(" ")) {
            patterns.add(host.replaceAll("\\d+", "#"));
        }
        return new Place("", patterns.stream().collect(Collectors.joining(" ")));
    }
}
