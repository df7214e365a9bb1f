package org.gpucomm.results.format.libefaxx;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The columns of one variant; an index is -1 if the table has no such column.
 *
 * @param name       name in the header: {@code SingleDMA}
 * @param bandwidth  index of {@code <name> (Gbps)}
 * @param efficiency index of {@code <name> BusBW(%)}, the share of the link
 * @param latency    index of {@code <name> Lat(us)}
 */
record ColumnGroup(String name, int bandwidth, int efficiency, int latency) {

    private static final String GBPS = " (Gbps)";

    static List<ColumnGroup> in(List<String> header) {
        var groups = new ArrayList<ColumnGroup>();
        for (int i = 0; i < header.size(); i++) {
            if (header.get(i).endsWith(GBPS)) {
                var name = header.get(i).substring(0, header.get(i).length() - GBPS.length());
                groups.add(new ColumnGroup(name, i, header.indexOf(name + " BusBW(%)"),
                        header.indexOf(name + " Lat(us)")));
            }
        }
        return groups;
    }

    /** Returns whether the column with this index belongs to the group. */
    boolean has(int column) {
        return column == bandwidth || column == efficiency || column == latency;
    }

    /**
     * Returns the variant: {@code ProxySingleNBI} is {@code proxy-single+nbi}, {@code MultiDMA} is {@code multi-dma}, and
     * {@code IPC(16x256)} is {@code ipc+grid-16x256}.
     */
    String variant() {
        int parenthesis = name.indexOf('(');
        if (parenthesis > 0 && name.endsWith(")")) {
            return variant(name.substring(0, parenthesis)) + "+grid-"
                    + name.substring(parenthesis + 1, name.length() - 1);
        }
        return variant(name);
    }

    private static String variant(String name) {
        boolean nbi = name.length() > 3 && name.endsWith("NBI");
        var stem = nbi ? name.substring(0, name.length() - 3) : name;
        return stem.replaceAll("(?<=[a-z])(?=[A-Z])|(?<=^IB)(?=[A-Z])", "-").toLowerCase(Locale.ROOT)
                + (nbi ? "+nbi" : "");
    }
}
