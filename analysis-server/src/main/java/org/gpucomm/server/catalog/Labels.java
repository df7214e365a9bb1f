package org.gpucomm.server.catalog;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Names for curves that are shown together: only what tells them apart. */
final class Labels {

    private Labels() {}

    /** A label for each curve. */
    static Map<CurveKey, String> of(List<CurveKey> curves) {
        var words = curves.stream().collect(Collectors.toMap(curve -> curve, CurveKey::words));
        var telling = telling(List.copyOf(words.values()));
        var labels = new HashMap<CurveKey, String>();
        for (var curve : curves) {
            var label = telling.stream().map(words.get(curve)::get).filter(word -> !word.isEmpty())
                    .collect(Collectors.joining(" · "));
            labels.put(curve, label.isEmpty() ? curve.operationTitle() : label);
        }
        return labels;
    }

    /** Positions of the words that split curves which the words before them do not tell apart. */
    private static List<Integer> telling(List<List<String>> words) {
        var telling = new ArrayList<Integer>();
        int groups = 1;
        for (int i = 0; i < (words.isEmpty() ? 0 : words.getFirst().size()); i++) {
            telling.add(i);
            int now = groups(words, telling);
            if (now == groups) {
                telling.removeLast();
            }
            groups = now;
        }
        return telling;
    }

    private static int groups(List<List<String>> words, List<Integer> positions) {
        var groups = new HashSet<List<String>>();
        for (var each : words) {
            groups.add(positions.stream().map(each::get).toList());
        }
        return groups.size();
    }
}
