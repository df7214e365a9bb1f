package org.gpucomm.results.format.libefaxx;

import java.util.ArrayList;
import java.util.List;

import org.gpucomm.results.format.Cells;

/** The header of a printed table: {@code size count}, then the name, {@code BusBW(%)} and {@code Lat(us)} of each group. */
final class TextHeader {

    private static final String SHARE = "BusBW(%)";
    private static final String LATENCY = "Lat(us)";

    private TextHeader() {}

    /**
     * Returns the groups in the header; empty if the line is not a header. Names are arbitrary. Tables of the queue have neither a count
     * nor a share of a link.
     */
    static List<ColumnGroup> of(String line) {
        if (!line.contains(LATENCY) || line.length() > 4000) {
            return List.of();
        }
        var cells = Cells.of(line);
        int from = cells.size() > 1 && cells.get(1).equals("count") ? 2 : 1;
        if (!cells.getFirst().equals("size")) {
            return List.of();
        }
        var groups = new ArrayList<ColumnGroup>();
        while (from < cells.size()) {
            int share = from + 1 < cells.size() && cells.get(from + 1).equals(SHARE) ? from + 1 : -1;
            int latency = share < 0 ? from + 1 : from + 2;
            boolean named = !cells.get(from).equals(SHARE) && !cells.get(from).equals(LATENCY);
            if (!named || latency >= cells.size() || !cells.get(latency).equals(LATENCY)) {
                return List.of();
            }
            groups.add(new ColumnGroup(cells.get(from), from, share, latency));
            from = latency + 1;
        }
        return groups;
    }
}
