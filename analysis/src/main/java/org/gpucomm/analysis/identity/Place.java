package org.gpucomm.analysis.identity;

import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Place where a run was made: the cluster, or where the log does not name it the hosts. A text is empty where it is not known.
 *
 * @param cluster as the scheduler calls it
 * @param hosts   their names in order, parted by blanks; empty where the cluster is known, whose hosts count as alike
 */
public record Place(String cluster, String hosts) {

    public static final Place UNKNOWN = new Place("", "");

    /** So many names are written out; of more the first, their number and a sum of all. */
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

    /** Returns whether anything is known of the place: its cluster or its hosts. */
    public boolean isKnown() {
        return !cluster.isEmpty() || !hosts.isEmpty();
    }

    /** Returns the place in words for people; empty where it is not known. */
    public String title() {
        return cluster.isEmpty() ? hosts : cluster;
    }

    /**
     * Returns the place whatever the number of hosts, since runs on more nodes are on more hosts: the cluster, else what the names
     * of the hosts have in common when their numbers are left out ({@code nid#}).
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
