package org.gpucomm.server.analysis.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.gpucomm.results.Bytes;

/** A comparison in one sentence. */
public record Headline(Comparison comparison, String nameOfA, String nameOfB) {

    public String text() {
        var places = comparison.places();
        if (places.isEmpty()) {
            return nameOfA + " and " + nameOfB
                    + " have no measurement in common: not one operation at the same message "
                    + "size, ranks, placement and datatype.";
        }
        var slower = comparison.with(Verdict.SLOWER);
        var faster = comparison.with(Verdict.FASTER);
        var parts = new ArrayList<String>();
        if (!slower.isEmpty()) {
            parts.add(part("slower", slower));
        }
        if (!faster.isEmpty()) {
            parts.add(part("faster", faster));
        }
        int same = comparison.with(Verdict.SAME).size();
        int open = comparison.with(Verdict.AMBIGUOUS).size();
        var rest = same == 0 && open == 0
                ? ""
                : (parts.isEmpty() ? "" : "; ") + (same > 0
                        ? same + " the same within "
                                + percent(Comparison.INDIFFERENT)
                        : "")
                        + (same > 0 && open > 0 ? ", " : "") + (open > 0 ? open + " ambiguous" : "");
        var noise = comparison.isRepeated()
                ? ""
                : " Most were measured once or twice, so " + Noise.assumption()
                        + ": repeat both sides ten times, interleaved, to know.";
        var verdict = nameOfB + " against " + nameOfA + ": ";
        return verdict + (parts.isEmpty() ? "no difference shown; " : "") + String.join("; ", parts) + rest + ", of "
                + places.size()
                + (places.size() == 1 ? " place." : " places.") + noise;
    }

    private static String part(String word, List<Place> places) {
        var effects = places.stream().mapToDouble(place -> Math.abs(place.effect())).sorted().toArray();
        var least = places.stream().mapToLong(place -> place.a().bytes()).min().orElseThrow();
        var most = places.stream().mapToLong(place -> place.a().bytes()).max().orElseThrow();
        var where = least < 0
                ? ""
                : least == most
                        ? " at " + new Bytes(least)
                        : " between " + new Bytes(least) + " and " + new Bytes(most);
        var by = effects.length == 1
                ? percent(effects[0])
                : percent(effects[0]) + " to " + percent(effects[effects.length - 1]);
        return places.size() + " " + word + " by " + by + where;
    }

    static String percent(double share) {
        return String.format(Locale.ROOT, Math.abs(share) < 0.1 ? "%.1f %%" : "%.0f %%", 100 * share)
                .replace(".0 %", " %");
    }
}
