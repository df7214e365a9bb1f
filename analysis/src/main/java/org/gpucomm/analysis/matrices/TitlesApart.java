package org.gpucomm.analysis.matrices;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Titles that separate matrices: those of one title get behind it what they differ in. */
final class TitlesApart {

    private TitlesApart() {}

    /** What a file is called says the least: it is reported only where nothing else distinguishes matrices. */
    private static final String LEAST = "source";

    /**
     * Returns a title for each of some keys.
     *
     * @param titles  of the keys
     * @param telling of each key what may distinguish it from others, by name
     */
    static <K> Map<K, String> apart(Map<K, String> titles, Map<K, Map<String, String>> telling) {
        var apart = told(titles, telling, name -> !name.equals(LEAST));
        return told(apart, telling, LEAST::equals);
    }

    private static <K> Map<K, String> told(Map<K, String> titles, Map<K, Map<String, String>> telling,
            Predicate<String> names) {
        var byTitle = new LinkedHashMap<String, List<K>>();
        titles.forEach((key, title) -> byTitle.computeIfAbsent(title, added -> new ArrayList<>()).add(key));
        var told = new LinkedHashMap<K, String>();
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
                told.put(key, String.join(", ", words));
            }
        });
        return told;
    }
}
