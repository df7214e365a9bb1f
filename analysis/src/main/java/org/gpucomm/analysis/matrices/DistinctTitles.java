package org.gpucomm.analysis.matrices;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Titles that separate matrices: those of one title get behind it what they differ in. */
final class DistinctTitles {

    private DistinctTitles() {}

    /** What a file is called says the least: it is reported only where nothing else distinguishes matrices. */
    private static final String LEAST = "source";

    /**
     * Returns a title for each of some keys.
     *
     * @param titles  of the keys
     * @param telling of each key what may distinguish it from others, by name
     */
    static <K> Map<K, String> of(Map<K, String> titles, Map<K, Map<String, String>> telling) {
        var apart = with(titles, telling, name -> !name.equals(LEAST));
        return with(apart, telling, LEAST::equals);
    }

    private static <K> Map<K, String> with(Map<K, String> titles, Map<K, Map<String, String>> telling,
            Predicate<String> names) {
        var byTitle = new LinkedHashMap<String, List<K>>();
        titles.forEach((key, title) -> byTitle.computeIfAbsent(title, added -> new ArrayList<>()).add(key));
        var distinct = new LinkedHashMap<K, String>();
        byTitle.forEach((title, alike) -> {
            var parts = alike.stream().map(telling::get).toList();
            for (var key : alike) {
                var words = new ArrayList<>(List.of(title));
                telling.getOrDefault(key, Map.of()).forEach((name, value) -> {
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
