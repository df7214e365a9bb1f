package org.gpucomm.results.format.customtable;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.gpucomm.results.Operation;
import org.gpucomm.results.format.OperationName;
import org.jspecify.annotations.Nullable;

/**
 * Reader of lines in which each number stands beside its name or unit: {@code [rank 0] size=1048576 busbw=12.3 GB/s},
 * {@code AllGather 1GB: 90.1 GB/s}. Such lines are rows of a table whose columns are these names. Lines without a result give the size and
 * the number of ranks of the rows below them.
 */
public final class ValueLines {

    /** Separator in the mapping of a table of such lines. */
    static final char SEPARATOR = '=';

    private static final int LONGEST = 240;
    private static final int LONGEST_NAME = 60;
    private static final int LONGEST_REMARK = 40;
    private static final int MOST_RESULTS = 8;
    /** Column of bandwidths without a name. */
    private static final String UNNAMED = "bandwidth";
    /** Column of times without a name. */
    private static final String TIME = "time";
    /** Column of the line above a block of results. */
    private static final String BLOCK = "variant";
    private static final List<String> PLACES = List.of(BLOCK, "name", "operation", "size", "ranks", "nodes");
    /** Fewest times in a line that are surely the statistics of a benchmark. */
    private static final int FEWEST_STATISTICS = 3;
    private static final String BANDWIDTH = "[KMGkmg](?:i?B|b|bits?|bytes?)(?:/s(?:ec)?|ps)";
    private static final Pattern VALUE = Pattern.compile(
            "(?<![\\w.,/#-])(?<number>\\d{1,15}(?:,\\d{3})*(?:\\.\\d{1,12})?(?:[eE][-+]?\\d{1,2})?) ?(?:(?<bandwidth>"
                    + BANDWIDTH
                    + ")|(?<time>ns|us|\u00b5s|\u03bcs|usecs?|ms|msecs?|s|secs?|seconds|milliseconds|microseconds)"
                    + "|(?<size>[KMGkmg]i?B|(?<! )[KMG]|B|bytes)|(?<ranks>(?:GPUs|ranks|processes|PEs)(?! ?(?:per|a|/)))|(?<nodes>nodes))?(?![\\w/%-]|\\.\\w)");
    /** Kind of a bandwidth behind it: {@code 34.2 GB/s (algo)}. */
    private static final Pattern KIND = Pattern
            .compile("(?i) ?\\(?(alg|bus)(?:o|orithm)?(?: ?bw)?\\)?(?![\\w=:])(?! ?[=:])");
    private static final Pattern BETWEEN = Pattern.compile("[,;|()\\[\\]{}]");
    private static final String MARKS = " \t\"'`*:=>\u2022-~@";
    /** Words between a name and its number. */
    private static final Set<String> JOINING = Set.of("is", "of", "at", "in", "to", "takes", "took", "reaches", "was",
            "for", "on");
    private static final Pattern SAYS = Pattern.compile(".*(?:[:=]|->|\\bis|\\bof|\\bwas)[\\s\"'~]*$");
    /** Words of times that are not the time of one operation, and of memory. */
    private static final Pattern OTHER = Pattern
            .compile("(?i).*\\b(?:duration|total|elapsed|timeout|interval|warm-?up|limit|peak"
                    + "|theoretical|expected|nominal|line rate|[ahblv]\\d{2,4}\\w*|mi\\d{3}x?|memory|hbm\\w*)$");

    /** Words of lines about computing, serving and disks. */
    private static final Pattern OF_OTHERS = Pattern
            .compile(
                    "(?i)\\b(?:iops|[tg]?flop/?s|tok(?:ens?)?/s|loss|lr|req/s|im(?:g|ages)/s|samples/s|epoch|ttft|fwd|bwd)\\b");
    /** Words of lines that say what hardware is made for. */
    private static final Pattern OF_HARDWARE = Pattern
            .compile(
                    "(?i)\\b(?:speed|rate|link|lanes?|ports?|width|theoretical|expected|target|peak|limit|nominal|spec)\\b");
    private static final Pattern WORD = Pattern.compile("[A-Za-z][\\w-]{0,30}");
    /** Name of a whole number that may be a setting: {@code threads=4}, {@code 'threads': 4}, {@code threads 4} between commas. */
    private static final Pattern SETTING = Pattern.compile("[\\s\"']*([A-Za-z][\\w-]{0,30})(?:[\"']?\\s?[=:]\\s?|\\s)");
    private static final Pattern WHOLE = Pattern.compile("\\d{1,9}");
    /** Size in elements: {@code AllReduce with 128 elements of F32}. */
    private static final Pattern ELEMENTS = Pattern
            .compile(
                    "(?i)\\b(\\d{1,12}) elements of (?:[a-z]{1,10}\\.)?(?:f|fp|float|bf|bfloat|int|i|uint|u)(8|16|32|64)\\b");
    /** Names of numbers by which rows differ that measure the same. */
    private static final Set<String> NO_SETTINGS = Set.of("rank", "gpu", "device", "dev", "pid", "tid", "node", "step",
            "epoch", "seed", "iter", "iteration", "run", "trial", "round", "id", "local_rank", "localrank", "wrong",
            "errors", "exit", "port", "line", "count", "calls");
    private static final int MOST_SETTINGS = 6;
    /** Names of times in lines that name no operation. */
    private static final Set<String> STAGES = Set.of("dispatch", "combine");
    /** Words that do not distinguish how an operation was run. */
    private static final Set<String> GENERAL = Set.of("all", "to", "reduce", "gather", "scatter", "average", "avg",
            "mean", "time", "latency", "bandwidth", "result", "results", "for", "of", "the", "test", "testing",
            "benchmark", "running", "finished", "done", "op", "operation", "collective", "info", "rank", "with", "size",
            "on", "per", "took", "performance", "speed", "throughput", "total", "bus", "algorithm", "busbw", "algbw");
    /** Heading of Markdown: {@code ## with traffic}, {@code 2. **with traffic**}. */
    private static final Pattern HEADING = Pattern
            .compile("\\s*(?:#{1,6} |\\d{1,2}[.)] (?=\\*\\*)|(?=\\*\\*))(.{1,60})");
    private static final Pattern RATIO = Pattern.compile("\\d[x\u00d7]\\s*$");
    private static final Pattern DIGIT = Pattern.compile("\\d");
    /** Unit between a name and its number: {@code Transfer Time (s): 0.0012}. */
    private static final Pattern UNIT_OF_NAME = Pattern
            .compile("(?<=\\w) \\(([A-Za-z\u00b5\u03bc]{1,5}(?:/s)?)\\)(?= ?[:=])");

    private final Function<String, @Nullable Operation> naming;
    private final Map<String, String> before = new LinkedHashMap<>();
    /** Headings above the results read so far. */
    private final Set<String> headings = new HashSet<>();
    /** Names of whole numbers in results that may be settings. */
    private final Set<String> settings = new LinkedHashSet<>();

    /** @param naming operation that a line names; null if it names none */
    ValueLines(Function<String, @Nullable Operation> naming) {
        this.naming = naming;
    }

    /** Returns the table of the lines at the beginning of a document; empty if no line is a result. */
    public static Optional<CustomTable> in(List<String> head, String source,
            Function<String, @Nullable Operation> naming) {
        var lines = new ValueLines(naming);
        var rows = head.stream().map(lines::read).filter(row -> !row.isEmpty()).toList();
        var results = new LinkedHashSet<String>();
        var blocks = rows.stream()
                .collect(Collectors.groupingBy(row -> row.getOrDefault(BLOCK, ""), Collectors.counting()));
        // Lines between all results are no names of blocks, unless each is a heading.
        boolean areBlocks = blocks.size() > 1 && (blocks.values().stream().allMatch(size -> size > 1)
                || blocks.size() == rows.size() && lines.headings.containsAll(blocks.keySet()));
        rows.forEach(row -> results.addAll(row.keySet()));
        PLACES.forEach(results::remove);
        results.removeAll(lines.settings);
        var settings = lines.settings.size() > MOST_SETTINGS ? Set.<String>of() : lines.settings;
        // Lines with several results, but not of the same names, are rows of several tables.
        boolean areMixed = rows.stream().map(row -> results.stream().filter(row::containsKey).toList())
                .filter(names -> names.size() > 1).distinct().count() > 1;
        if (rows.isEmpty() || results.size() > MOST_RESULTS || areMixed) {
            return Optional.empty();
        }
        var header = Stream.of(PLACES.stream().filter(place -> areBlocks || !place.equals(BLOCK))
                .filter(place -> rows.stream().anyMatch(row -> row.containsKey(place))), settings.stream(),
                results.stream()).flatMap(Function.identity()).toList();
        var mapping = new Proposal(SEPARATOR, header, List.of(), rows.stream().map(row -> cells(row, header)).toList(),
                List.of()).mapping(source);
        return Optional.of(new CustomTable(source, 1, "", mapping));
    }

    /** Returns the cells of a row in the order of the header, empty where the line says nothing. */
    static List<String> cells(Map<String, String> row, List<String> header) {
        return header.stream().map(name -> row.getOrDefault(name, "")).toList();
    }

    /**
     * A number of a line.
     *
     * @param key     words before it; empty if there are none
     * @param isNamed whether the key says what it is
     * @param isSaid  whether a mark or a verb joins it to the words before it
     * @param isAgain whether it only repeats the bandwidth before it in another unit
     * @param isSetting whether it is a whole number that may be a setting
     */
    private record Value(String column, String cell, String key, boolean isNamed, boolean isSaid, boolean isAgain,
            boolean isSetting, int start, int end) {

        boolean isPlace() {
            return isSetting || PLACES.contains(column);
        }

        /** Returns where the name of the row ends. */
        int endOfName(String line) {
            int named = isNamed && !key.isEmpty() ? line.lastIndexOf(key, start) : start;
            return named < 0 ? start : named;
        }
    }

    /** Returns the values of a line by column; empty if it is no result. */
    Map<String, String> read(String text) {
        var line = text.indexOf('(') < 0 ? text : UNIT_OF_NAME.matcher(text).replaceAll("_$1");
        if (line.length() > LONGEST || line.contains("] NCCL ") || OF_OTHERS.matcher(line).find()) {
            return Map.of();
        }
        var values = apart(values(line), line);
        var row = new LinkedHashMap<String, String>();
        for (var value : values) {
            var known = row.putIfAbsent(value.column(), value.cell());
            boolean isOther = known != null && !value.isSetting()
                    && (!value.isPlace() || isCount(value.column()) && !known.equals(value.cell()));
            if (isOther || value.column().equals(UNNAMED) && values.stream().anyMatch(other -> other != value
                    && !other.isPlace() && isBandwidth(other.column(), other.cell()))) {
                return Map.of(); // several results, of which it does not say which is which
            }
        }
        return values.stream().allMatch(Value::isPlace) ? context(row, line) : result(row, values, line);
    }

    /**
     * Names several times of a line by the words before them, {@code ring: 30.3 us one_shot: 20.0 us} or {@code nccl 4.5us, ours 1.8us}, if
     * each has a word of its own.
     */
    private static List<Value> apart(List<Value> values, String line) {
        var times = values.stream().filter(value -> value.column().equals(TIME)).toList();
        // Without a ratio, these may be stages of one operation.
        boolean areListed = RATIO.matcher(line).find() && times.stream().skip(1)
                .allMatch(value -> line.substring(0, value.start()).stripTrailing().endsWith(", " + value.key()));
        boolean areNamed = times.size() > 1 && times.stream().allMatch(value -> (value.isSaid() || areListed)
                && WORD.matcher(value.key()).matches() && HeaderName.of(value.key()).meaning().isEmpty())
                && times.stream().map(Value::key).distinct().count() == times.size();
        return areNamed
                ? values.stream().map(value -> value.column().equals(TIME)
                        ? new Value(value.key(), value.cell(), value.key(), true, true, false, false, value.start(),
                                value.end())
                        : value).toList()
                : values;
    }

    private static boolean isCount(String column) {
        return column.equals("ranks") || column.equals("nodes");
    }

    private static List<Value> values(String line) {
        var values = new ArrayList<Value>();
        int end = 0;
        var found = VALUE.matcher(line);
        while (found.find()) {
            var between = line.substring(end, found.start());
            var parts = BETWEEN.split(between);
            var segment = parts.length == 0 ? "" : parts[parts.length - 1];
            var behind = KIND.matcher(line).region(found.end(), line.length());
            boolean isOfKind = found.group("bandwidth") != null && behind.lookingAt();
            var key = isOfKind ? behind.group(1).toLowerCase(Locale.ROOT) + "bw" : key(segment);
            var column = column(found, key, segment);
            if (column != null) {
                boolean isNamed = !key.isEmpty() && HeaderName.of(column).meaning().isPresent()
                        && column.startsWith(key)
                        || column.equals(key) || HeaderName.of(key).meaning().filter(Meaning.SIZE::equals).isPresent();
                // Size_MB: 4
                var unit = column.equals("size") && found.group("size") == null ? HeaderName.of(key).unit() : "";
                var cell = isCount(column) ? found.group("number") : (found.group().strip() + " " + unit).strip();
                var value = new Value(column, cell, key, isNamed,
                        isOfKind || SAYS.matcher(segment).matches(), key.isEmpty() && between.endsWith("("), false,
                        found.start(), found.end());
                if (!value.isAgain() || values.isEmpty() || value.isPlace()) {
                    values.add(value);
                }
            }
            var setting = column == null ? setting(found, segment, line) : "";
            if (!setting.isEmpty()) {
                values.add(new Value(setting, found.group("number"), setting, true, false, false, true, found.start(),
                        found.end()));
            }
            // gpu=0 is of no use and ends the words before; the 0 of Link 0: is one of them.
            if (column != null || !setting.isEmpty() || between.endsWith("=")) {
                end = found.end();
            }
        }
        return values;
    }

    /** Returns the name of a whole number that may be a setting; empty if it is none. */
    private static String setting(Matcher value, String segment, String line) {
        var named = SETTING.matcher(segment);
        boolean isMarked = segment.endsWith("=") || segment.stripTrailing().endsWith(":");
        boolean isOfList = line.startsWith(",", value.end()) && line.split(", ", -1).length > FEWEST_STATISTICS;
        return WHOLE.matcher(value.group().strip()).matches()
                && (isMarked || isOfList) && named.matches()
                && !NO_SETTINGS.contains(named.group(1).toLowerCase(Locale.ROOT)) ? named.group(1) : "";
    }

    /** Remembers the size and the ranks in a line without a result, for the results below it. */
    private Map<String, String> context(Map<String, String> row, String line) {
        row.keySet().retainAll(PLACES);
        if (row.containsKey("size") && !line.toLowerCase(Locale.ROOT).contains("size")) {
            row.remove("size");
        }
        before.putAll(row);
        var elements = ELEMENTS.matcher(line);
        if (elements.find()) {
            before.put("size",
                    Long.parseLong(elements.group(1)) * Integer.parseInt(elements.group(2)) / Byte.SIZE + " B");
        }
        var heading = HEADING.matcher(line);
        if (heading.matches()) {
            var name = bare(heading.group(1));
            before.put(BLOCK, name);
            headings.add(name);
        } else if (!line.isBlank() && line.length() <= LONGEST_NAME && !line.strip().startsWith("```")) {
            before.put(BLOCK, name(line));
        }
        var operation = line.length() <= LONGEST_NAME ? naming.apply(line) : null;
        if (operation != null) {
            before.put("operation", operation.id());
        }
        return Map.of();
    }

    private Map<String, String> result(Map<String, String> row, List<Value> values, String line) {
        var operation = OperationName.in(line);
        var first = values.getFirst();
        var results = values.stream().filter(value -> !value.isPlace()).toList();
        boolean isSaid = results.stream().anyMatch(value -> value.isNamed() && value.isSaid())
                || !first.isPlace() && !first.isNamed() && first.isSaid() && !first.key().isEmpty()
                        && line.length() - first.end() <= LONGEST_REMARK
                        && !OF_HARDWARE.matcher(line.substring(0, first.start())).find();
        boolean isSized = row.containsKey("size");
        boolean isOfTask = isSized || results.stream().map(Value::key).anyMatch(STAGES::contains)
                || results.size() >= FEWEST_STATISTICS || operation.isPresent()
                || before.containsKey("operation") && before.containsKey("size")
                || results.stream().anyMatch(value -> isBandwidth(value.column(), value.cell()));
        if (!isSaid && !isSized || !isOfTask) {
            return Map.of();
        }
        var name = name(line.substring(0, first.endOfName(line)));
        if (!name.isEmpty()) {
            row.put("name", name);
        }
        operation.ifPresent(named -> row.put("operation", named.id()));
        before.forEach(row::putIfAbsent);
        values.stream().filter(Value::isSetting).map(Value::column).forEach(settings::add);
        return row;
    }

    private static boolean isBandwidth(String column, String cell) {
        return CellWithUnit.of(cell, Unit.UnitKind.BANDWIDTH, false).isPresent()
                || HeaderName.of(column).meaning().filter(each -> each.kind() == Unit.UnitKind.BANDWIDTH).isPresent();
    }

    /** Returns the words before the values without those that name the operation. */
    private static String name(String text) {
        var name = bare(text).replaceAll("[\\[\\]\"{}]", "").strip().replaceAll("\\s+", " ");
        if (OperationName.in(name).isPresent()) {
            var head = name.substring(0, Math.max(0, name.indexOf(':'))).strip();
            return OperationName.in(head).isPresent() || head.isEmpty() ? besideOperation(name) : head;
        }
        // Behind these marks, other things are named.
        var first = name.split("[,;:=]", 2)[0].strip();
        return first.length() > LONGEST_NAME ? first.substring(first.length() - LONGEST_NAME) : first;
    }

    /** Returns the words that name a variant of the operation, {@code ring} of {@code Average time of ring allreduce}; empty if any has a digit. */
    private static String besideOperation(String name) {
        var words = Stream.of(name.split(" ")).filter(word -> OperationName.in(word).isEmpty()
                && !GENERAL.contains(word.toLowerCase(Locale.ROOT))).toList();
        return words.stream().anyMatch(word -> !WORD.matcher(word).matches() || DIGIT.matcher(word).find())
                ? ""
                : String.join(" ", words);
    }

    /** Returns the text without marks at its ends, and without words that join it to a number. */
    private static String bare(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && MARKS.indexOf(text.charAt(from)) >= 0) {
            from++;
        }
        while (to > from && MARKS.indexOf(text.charAt(to - 1)) >= 0) {
            to--;
        }
        var rest = text.substring(from, to);
        int last = rest.lastIndexOf(' ');
        return JOINING.contains(rest.substring(last + 1)) ? bare(rest.substring(0, Math.max(0, last))) : rest;
    }

    /** Returns the last words before a value without marks. */
    private static String key(String segment) {
        var words = bare(segment).split("\\s+");
        int from = Math.max(0, words.length - 3);
        var key = String.join(" ", List.of(words).subList(from, words.length)).replaceAll("[\"'`]", "");
        var last = words[words.length - 1];
        // all_reduce size=4
        return segment.endsWith(last + "=") && HeaderName.of(key).meaning().isEmpty()
                && HeaderName.of(last).meaning().isPresent() ? last : key;
    }

    /** Returns the column of a value; null if the value is none of a table. */
    private static @Nullable String column(Matcher value, String key, String segment) {
        if (value.group("ranks") != null || value.group("nodes") != null) {
            return value.group("ranks") != null ? "ranks" : "nodes";
        }
        boolean isBandwidth = value.group("bandwidth") != null;
        boolean isTime = value.group("time") != null;
        var name = HeaderName.of(key);
        var meaning = name.meaning().orElse(null);
        if (OTHER.matcher(key).matches() || name.isSpread() || name.isDerived()) {
            return null;
        }
        if (isTime && meaning == null && name.isStatistic()) {
            return key + " time";
        }
        if (isBandwidth || isTime) {
            var kind = isBandwidth ? Unit.UnitKind.BANDWIDTH : Unit.UnitKind.TIME;
            boolean isKnown = meaning != null && meaning.kind() == kind;
            boolean isWord = meaning == null && segment.endsWith("=") && WORD.matcher(key).matches();
            return meaning == Meaning.METRIC ? null : isKnown || isWord ? key : isBandwidth ? UNNAMED : TIME;
        }
        if (value.group("size") != null) {
            return "size";
        }
        if (meaning == Meaning.SIZE || meaning == Meaning.RANKS || meaning == Meaning.NODES) {
            return meaning.name().toLowerCase(Locale.ROOT);
        }
        boolean isMeasured = meaning != null && meaning.isMeasured()
                && (name.saysWhichBandwidth() || !name.unit().isEmpty());
        return isMeasured ? key : null;
    }
}
