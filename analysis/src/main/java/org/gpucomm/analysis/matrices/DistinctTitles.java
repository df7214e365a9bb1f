package org.gpucomm.analysis.matrices;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Titles that distinguish matrices: equal titles are extended by the differences of their matrices. */
final class DistinctTitles {

    private DistinctTitles() {}

    /** Least significant property: the file name is added only if nothing else distinguishes matrices. */
    private static final String LEAST = "source";

    /**
     * Returns a title for each of some keys.
     *
     * @param titles  titles of the keys
     * @param distinguishing properties that distinguish each key, by name
     */
    static <K> Map<K, String> of(Map<K, String> titles, Map<K, Map<String, String>> distinguishing) {
        var apart = with(titles, distinguishing, name -> !name.equals(LEAST));
        return with(apart, distinguishing, LEAST::equals);
    }

    private static <K> Map<K, String> with(Map<K, String> titles, Map<K, Map<String, String>> distinguishing,
            Predicate<String> names) {
        var byTitle = new LinkedHashMap<String, List<K>>();
        titles.forEach((key, title) -> byTitle.computeIfAbsent(title, added -> new ArrayList<>()).add(key));
        var distinct = new LinkedHashMap<K, String>();
        byTitle.forEach((title, alike) -> {
            var parts = alike.stream().map(distinguishing::get).toList();
            for (var key : alike) {
                var words = new ArrayList<>(List.of(title));
                distinguishing.getOrDefault(key, Map.of()).forEach((name, value) -> {
                    if (names.test(name) && !value.isEmpty()
                            && parts.stream().map(each -> each.get(name)).distinct().count() > 1) {
                        words.add(value);
                    }
                });
                distinct.put(key, String.join(", ", words));
            }
        });
        return distinct;
    }
}
