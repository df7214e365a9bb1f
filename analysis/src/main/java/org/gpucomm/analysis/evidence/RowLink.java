package org.gpucomm.analysis.evidence;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

import org.gpucomm.analysis.identity.BadParameter;

/** URLs of pages with some rows: {@code /runs/ID?rows=3,7-9} or {@code /rows?in=UPLOAD:1.3-7;2,4.1-9/2}, as SECTIONS.ROWS. */
public final class RowLink {

    private static final int MOST_ROWS = 100_000;

    private RowLink() {}

    /** Returns a URL relative to the server. @param rows rows of stored runs, at least one */
    public static String of(Collection<RowRef> rows) {
        var byRun = new TreeMap<String, TreeSet<Long>>();
        rows.forEach(row -> byRun.computeIfAbsent(row.run(), added -> new TreeSet<>()).add(row.ordinal()));
        if (byRun.size() == 1) {
            return "/runs/" + byRun.firstKey() + "?rows=" + Ranges.text(byRun.firstEntry().getValue());
        }
        var byUpload = new TreeMap<String, Map<String, TreeSet<Long>>>();
        byRun.forEach((run, ordinals) -> {
            int dash = run.lastIndexOf('-');
            byUpload.computeIfAbsent(run.substring(0, dash), added -> new LinkedHashMap<>())
                    .computeIfAbsent(Ranges.text(ordinals), added -> new TreeSet<>())
                    .add(Long.valueOf(run.substring(dash + 1)));
        });
        var parts = new ArrayList<String>();
        byUpload.forEach((upload, groups) -> {
            var texts = groups.entrySet().stream()
                    .map(group -> Ranges.text(group.getValue()) + "." + group.getKey()).toList();
            parts.add("in=" + upload + ":" + String.join(";", texts));
        });
        return "/rows?" + String.join("&", parts);
    }

    /** Returns the rows that such a URL refers to, by run. @param in values of the parameter */
    public static Map<String, SortedSet<Long>> parse(List<String> in) {
        var rows = new LinkedHashMap<String, SortedSet<Long>>();
        long named = 0;
        for (var each : in) {
            int colon = each.indexOf(':');
            if (colon < 0) {
                throw wrong(each);
            }
            for (var group : each.substring(colon + 1).split(";")) {
                int dot = group.indexOf('.');
                if (dot < 0) {
                    throw wrong(each);
                }
                var ordinals = Ranges.parse(group.substring(dot + 1), "in");
                var sections = Ranges.parse(group.substring(0, dot), "in");
                named += (long) sections.size() * ordinals.size();
                if (named > MOST_ROWS) {
                    throw new BadParameter("in means more than " + MOST_ROWS + " rows");
                }
                for (long section : sections) {
                    rows.computeIfAbsent(each.substring(0, colon) + "-" + section, added -> new TreeSet<>())
                            .addAll(ordinals);
                }
            }
        }
        return rows;
    }

    private static BadParameter wrong(String text) {
        return new BadParameter(
                "in must be UPLOAD:SECTIONS.ROWS such as 0123456789abcdef:1.3,7-9;2.1, was '" + text + "'");
    }
}
