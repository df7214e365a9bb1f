package org.gpucomm.results.format.nvshmem;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * Words in a table or a row that describe it, read one by one because versions put them into different columns: {@code 32-bit-thread},
 * {@code int32-sum-b}, {@code Block}, {@code PE0_from_PE2}.
 *
 * @param parts other words, which are parts of a variant
 */
record Label(@Nullable String datatype, @Nullable String redop, @Nullable String scope, List<String> parts) {

    private static final Pattern WORD = Pattern.compile("\\d+-bit|[^\\s-]+");
    private static final Pattern DATATYPE = Pattern.compile(
            "\\d+-bit|u?int\\d*(_t)?|u?long|u?longlong|size(_t)?|ptrdiff(_t)?|float\\d*|double\\d*|half\\d*|fp\\d+|bf\\d+"
                    + "|bfloat\\d+|u?char|u?short");
    private static final Set<String> DATATYPES = Set.of("32-bit", "64-bit", "int32_t", "int64_t", "uint32", "uint64",
            "long", "float", "double", "half", "bfloat16", "fp16", "bf16");
    private static final Set<String> REDOPS = Set.of("sum", "prod", "min", "max", "and", "or", "xor", "maxloc",
            "minloc");
    private static final Map<String, String> SCOPES = Map.of("thread", "thread", "t", "thread", "warp", "warp", "w",
            "warp", "block", "block", "b", "block", "warpgroup", "warpgroup");
    private static final Pattern OTHER = Pattern.compile("[a-z][a-z0-9_]{1,40}");
    private static final Set<String> NOTHING = Set.of("none", "na", "null");

    /** Returns whether the cell is a type, an operator, a scope, or the word for none. */
    static boolean isWord(String cell) {
        var word = bare(cell);
        return DATATYPE.matcher(word).matches() || REDOPS.contains(word) || SCOPES.containsKey(word)
                || NOTHING.contains(word);
    }

    /** Returns whether such a word begins with this text. */
    static boolean beginsWord(String cell) {
        var begin = bare(cell);
        return Stream.of(NOTHING, REDOPS, SCOPES.keySet(), DATATYPES).flatMap(Set::stream)
                .anyMatch(known -> known.startsWith(begin));
    }

    private static String bare(String cell) {
        return cell.toLowerCase(Locale.ROOT).replaceAll("[()]", "");
    }

    static Label of(List<String> texts) {
        String datatype = null;
        String redop = null;
        String scope = null;
        var parts = new ArrayList<String>();
        for (var text : texts) {
            for (var word : WORD.matcher(text.toLowerCase(Locale.ROOT)).results().map(MatchResult::group).toList()) {
                if (DATATYPE.matcher(word).matches()) {
                    datatype = word;
                } else if (REDOPS.contains(word)) {
                    redop = word;
                } else if (SCOPES.containsKey(word)) {
                    scope = SCOPES.get(word);
                } else if (!NOTHING.contains(word) && OTHER.matcher(word).matches()) {
                    parts.add(word.replace('_', '-'));
                }
            }
        }
        return new Label(datatype, redop, scope, List.copyOf(parts));
    }
}
