package org.gpucomm.server.kept;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

import org.gpucomm.server.series.Sequence.Counted;
import org.jspecify.annotations.Nullable;

/**
 * This record says what an answer is made of beside its question: who writes a note on a run has no chart drawn again.
 *
 * @param importing whether it shows uploads that are being read
 */
record MadeOf(Set<Counted> counted, boolean importing) {

    private static final MadeOf CURVES = of(Counted.published);
    private static final MadeOf HISTORIES = of(Counted.published, Counted.told);
    /** What may name runs by the baseline that they are in, or shows that baseline. */
    private static final MadeOf NAMED_RUNS = of(Counted.published, Counted.based);
    private static final MadeOf RUNS = of(Counted.published, Counted.tagged);
    private static final MadeOf FOUND_RUNS = of(Counted.published, Counted.tagged, Counted.noted);
    private static final MadeOf UPLOADS = new MadeOf(Set.of(Counted.published), true);
    private static final MadeOf OVERVIEW = new MadeOf(Set.of(Counted.published, Counted.tagged), true);

    private static final Pattern ONE_HISTORY = Pattern.compile("/api/v1/histories/[^/]+");

    private static MadeOf of(Counted... counted) {
        return new MadeOf(Set.of(counted), false);
    }

    /** @param words that runs are searched by; null = none @return empty for what is not kept */
    static Optional<MadeOf> of(String path, @Nullable String words) {
        return Optional.ofNullable(switch (path) {
            case "/api/v1/series", "/api/v1/facets" -> CURVES;
            case "/api/v1/iterations", "/api/v1/scaling" -> NAMED_RUNS;
            case "/api/v1/histories" -> HISTORIES;
            case "/api/v1/runs" -> words == null || words.isBlank() ? RUNS : FOUND_RUNS;
            case "/api/v1/uploads" -> UPLOADS;
            case "/api/v1/overview" -> OVERVIEW;
            default -> ONE_HISTORY.matcher(path).matches() ? NAMED_RUNS : null;
        });
    }

    /** Returns the path as requests are counted by it. */
    static String pattern(String path) {
        return ONE_HISTORY.matcher(path).matches() ? "/api/v1/histories/{id}" : path;
    }
}
