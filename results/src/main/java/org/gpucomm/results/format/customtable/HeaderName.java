package org.gpucomm.results.format.customtable;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * A column header, split into its parts: {@code out-of-place busbw (GB/s)} is {@code busbw} in GB/s of {@code out_of_place}.
 *
 * @param words words in lower case, without unit and placement
 * @param unit  unit as written; empty if there is none
 * @param label {@code out_of_place} or {@code in_place}; null if the header names neither
 */
record HeaderName(List<String> words, String unit, @Nullable String label) {

    private static final Pattern IN_PARENTHESES = Pattern.compile("[(\\[]\\s*+((?=\\S)[^)\\]]{1,20}?)\\s*+[)\\]]");
    private static final Pattern OUT_OF_PLACE = Pattern
            .compile("(?i)(?:^|[^a-z])(?:out[ _-]?of[ _-]?place|oop|out)(?=$|[^a-z])");
    private static final Pattern IN_PLACE = Pattern.compile("(?i)(?:^|[^a-z])(?:in[ _-]?place|in|inp|ip)(?=$|[^a-z])");

    /** Units that follow a name without parentheses: {@code time_us}, {@code Bandwidth GB/s}. */
    private static final Pattern BEHIND = Pattern.compile(
            "(?i)^(.*?[a-z0-9])(?:[ _,:-]+(?:in )?|/(?=[num\u00b5\u03bc]s$))([kmg]i?b(?:ytes?|its?)?(?:/s|ps|/sec)|[kmg]bits?/?p?s|[nuµμm]?s|[num]?secs?"
                    + "|seconds|milliseconds|microseconds|[kmg]i?b|b|bytes)$");
    /** Header that is nothing but a unit of bandwidth. */
    private static final Pattern UNIT_OF_BANDWIDTH = Pattern
            .compile("(?i)[kmg](?:i?b(?:ytes?|its?)?)(?:/s|ps|/sec)");
    /** Units of throughputs that are no bandwidths. */
    private static final Pattern OTHER_RATE = Pattern
            .compile("(?i)(?:req|tok|samples?|im(?:g|age)|iter|msg|ops?|quer)\\w{0,8}/s(?:ec)?");
    private static final Map<String, Meaning> STATISTICS = Map.of("min", Meaning.TIME_MIN, "minimum", Meaning.TIME_MIN,
            "max", Meaning.TIME_MAX, "maximum", Meaning.TIME_MAX, "p50", Meaning.TIME_P50, "median", Meaning.TIME_P50,
            "p99", Meaning.TIME_P99, "avg", Meaning.TIME, "average", Meaning.TIME, "mean", Meaning.TIME);
    private static final Set<String> TIMES = Set.of("time", "latency", "lat", "duration", "elapsed", "runtime",
            "cputime");
    /** Number of GPUs of a model: {@code Num B200s}, {@code #H100s}. */
    private static final Pattern GPUS_BY_MODEL = Pattern
            .compile("(?:num|numberof|n|count)?(?:gb|mi|[abhlv])\\d{2,3}x?s");
    private static final Set<String> BANDWIDTHS = Set.of("bandwidth", "bw", "throughput");
    /** Words for columns computed from others, or from what the hardware is made for. */
    private static final Set<String> DERIVED = Set.of("overhead", "speedup", "delta", "diff", "difference", "gain",
            "improvement", "ratio", "change", "regression", "saving", "savings", "relative", "vs", "spec",
            "theoretical", "nominal", "ceiling");
    /** Words for columns with remarks on a row. */
    private static final Set<String> REMARKS = Set.of("result", "results", "note", "notes", "comment", "comments",
            "remark", "remarks", "verdict", "winner", "faster", "fastest", "best", "status", "conclusion");
    private static final Map<String, Meaning> WHOLE = Map.ofEntries(Map.entry("size", Meaning.SIZE),
            Map.entry("bytes", Meaning.SIZE), Map.entry("nbytes", Meaning.SIZE), Map.entry("messagesize", Meaning.SIZE),
            Map.entry("msgsize", Meaning.SIZE), Map.entry("message", Meaning.SIZE), Map.entry("msg", Meaning.SIZE),
            Map.entry("messagebytes", Meaning.SIZE), Map.entry("msgbytes", Meaning.SIZE),
            Map.entry("datasize", Meaning.SIZE), Map.entry("buffersize", Meaning.SIZE),
            Map.entry("bufsize", Meaning.SIZE), Map.entry("numbytes", Meaning.SIZE),
            Map.entry("tensorsize", Meaning.SIZE), Map.entry("blocksize", Meaning.SIZE),
            Map.entry("payload", Meaning.SIZE), Map.entry("payloadsize", Meaning.SIZE),
            Map.entry("chunksize", Meaning.SIZE), Map.entry("transfersize", Meaning.SIZE),
            Map.entry("bytesize", Meaning.SIZE), Map.entry("sizebytes", Meaning.SIZE), Map.entry("gpus", Meaning.RANKS),
            Map.entry("ngpu", Meaning.RANKS), Map.entry("ngpus", Meaning.RANKS), Map.entry("numgpus", Meaning.RANKS),
            Map.entry("gpucount", Meaning.RANKS),
            Map.entry("numberofgpus", Meaning.RANKS), Map.entry("ranks", Meaning.RANKS),
            Map.entry("nranks", Meaning.RANKS),
            Map.entry("numranks", Meaning.RANKS), Map.entry("worldsize", Meaning.RANKS), Map.entry("np", Meaning.RANKS),
            Map.entry("nprocs", Meaning.RANKS), Map.entry("procs", Meaning.RANKS),
            Map.entry("processes", Meaning.RANKS),
            Map.entry("npes", Meaning.RANKS), Map.entry("ep", Meaning.RANKS), Map.entry("epsize", Meaning.RANKS),
            Map.entry("nodes", Meaning.NODES), Map.entry("node", Meaning.NODES),
            Map.entry("nnodes", Meaning.NODES), Map.entry("numnodes", Meaning.NODES), Map.entry("hosts", Meaning.NODES),
            Map.entry("operation", Meaning.OPERATION), Map.entry("collective", Meaning.OPERATION),
            Map.entry("coll", Meaning.OPERATION), Map.entry("collop", Meaning.OPERATION),
            Map.entry("primitive", Meaning.OPERATION), Map.entry("test", Meaning.OPERATION),
            Map.entry("testname", Meaning.OPERATION), Map.entry("benchmark", Meaning.OPERATION),
            Map.entry("datatype", Meaning.DATATYPE), Map.entry("dtype", Meaning.DATATYPE),
            Map.entry("type", Meaning.DATATYPE), Map.entry("redop", Meaning.REDOP),
            Map.entry("reductionop", Meaning.REDOP),
            Map.entry("root", Meaning.ROOT), Map.entry("placement", Meaning.PLACEMENT),
            Map.entry("place", Meaning.PLACEMENT), Map.entry("iterations", Meaning.ITERATIONS),
            Map.entry("iters", Meaning.ITERATIONS), Map.entry("niters", Meaning.ITERATIONS),
            Map.entry("wrong", Meaning.WRONG), Map.entry("errors", Meaning.WRONG), Map.entry("nwrong", Meaning.WRONG),
            Map.entry("correct", Meaning.WRONG), Map.entry("resultcorrect", Meaning.WRONG),
            Map.entry("correctness", Meaning.WRONG), Map.entry("validation", Meaning.WRONG),
            Map.entry("tool", Meaning.TOOL), Map.entry("toolversion", Meaning.TOOL_VERSION),
            Map.entry("library", Meaning.LIBRARY), Map.entry("lib", Meaning.LIBRARY),
            Map.entry("backend", Meaning.LIBRARY),
            Map.entry("libraryversion", Meaning.LIBRARY_VERSION), Map.entry("ncclversion", Meaning.LIBRARY_VERSION),
            Map.entry("gpu", Meaning.GPU), Map.entry("gpumodel", Meaning.GPU), Map.entry("gputype", Meaning.GPU),
            Map.entry("instance", Meaning.INSTANCE_TYPE), Map.entry("instancetype", Meaning.INSTANCE_TYPE),
            Map.entry("variant", Meaning.VARIANT), Map.entry("date", Meaning.DATE),
            Map.entry("timestamp", Meaning.DATE), Map.entry("datetime", Meaning.DATE), Map.entry("host", Meaning.HOST),
            Map.entry("hostname", Meaning.HOST), Map.entry("nodename", Meaning.HOST),
            Map.entry("cluster", Meaning.CLUSTER), Map.entry("clustername", Meaning.CLUSTER));

    /** Chinese words of headers, longer ones before the words that they contain. */
    private static final Map<String, String> CHINESE = chinese();

    private static Map<String, String> chinese() {
        var words = new LinkedHashMap<String, String>();
        words.put("\u603b\u7ebf\u5e26\u5bbd", "busbw");
        words.put("\u7b97\u6cd5\u5e26\u5bbd", "algbw");
        words.put("\u5e26\u5bbd", "bandwidth");
        words.put("\u541e\u5410\u91cf", "throughput");
        words.put("\u6570\u636e\u5927\u5c0f", "size");
        words.put("\u6d88\u606f\u5927\u5c0f", "size");
        words.put("\u6570\u636e\u91cf", "size");
        words.put("\u5927\u5c0f", "size");
        words.put("\u5b57\u8282", "bytes");
        words.put("\u5361\u6570", "gpus");
        words.put("\u8282\u70b9\u6570", "nodes");
        words.put("\u52a0\u901f\u5668", "gpu");
        words.put("\u52a0\u901f\u6bd4", "speedup");
        words.put("\u5ef6\u8fdf", "latency");
        words.put("\u8017\u65f6", "time");
        words.put("\u65f6\u95f4", "time");
        words.put("\u64cd\u4f5c", "operation");
        return words;
    }

    static HeaderName of(String header) {
        if (isUnitOfBandwidth(header)) {
            return new HeaderName(List.of("bandwidth"), header.strip(), null);
        }
        var text = header.strip().replace("B/W", "BW").replace("b/w", "bw");
        // Dispatch t
        text = text.endsWith(" t") ? text + "ime" : text;
        for (var word : CHINESE.entrySet()) {
            text = text.replace(word.getKey(), " " + word.getValue() + " ");
        }
        var unit = "";
        var inParentheses = IN_PARENTHESES.matcher(text).results().toList();
        var parentheses = inParentheses.stream().filter(each -> isUnit(each.group(1))).findFirst()
                .or(() -> inParentheses.stream().findFirst());
        if (parentheses.isPresent()) {
            var found = parentheses.get();
            unit = found.group(1);
            text = (text.substring(0, found.start()) + " " + text.substring(found.end())).strip();
            if (isUnitOfBandwidth(text)) {
                // Mbytes/sec (PingPong)
                var name = unit;
                unit = text;
                text = name;
            }
        } else {
            var behind = BEHIND.matcher(text);
            // A capital S after a name is not a unit of time.
            if (behind.matches() && !behind.group(2).equals("S")) {
                unit = behind.group(2);
                text = behind.group(1);
            }
        }
        String label = null;
        if (OUT_OF_PLACE.matcher(text).find()) {
            label = "out_of_place";
            text = OUT_OF_PLACE.matcher(text).replaceFirst(" ");
        } else if (IN_PLACE.matcher(text).find()) {
            label = "in_place";
            text = IN_PLACE.matcher(text).replaceFirst(" ");
        }
        var split = text.replaceAll("(?<=[a-z]{2})(?=[A-Z][a-z])", " ").toLowerCase(Locale.ROOT)
                .replaceAll("(?<!\\d)\\.|\\.(?!\\d)", " ")
                .split("[^a-z0-9.]+");
        return new HeaderName(List.of(split).stream().filter(word -> !word.isEmpty()).toList(), unit, label);
    }

    private static boolean isUnit(String text) {
        return Stream.of(Unit.UnitKind.values()).anyMatch(kind -> Unit.of(kind, text).isPresent());
    }

    /** Returns the name with the unit in a cell below it, {@code (us)}, unless it has one itself. */
    HeaderName in(String below) {
        return unit.isEmpty() && !below.isEmpty()
                ? new HeaderName(words, below.substring(1, below.length() - 1).strip(), label)
                : this;
    }

    /** Returns whether the header is only a unit, such as {@code gbps}, which stands for a bandwidth. */
    static boolean isUnitOfBandwidth(String header) {
        return UNIT_OF_BANDWIDTH.matcher(header.strip()).matches();
    }

    /** Returns the meaning of the name alone; empty if it is unknown. */
    Optional<Meaning> meaning() {
        var joined = joined();
        if (joined.contains("busbw") || joined.contains("busbandwidth")) {
            return Optional.of(Meaning.BUSBW);
        }
        if (joined.contains("algbw") || joined.contains("algobw") || joined.contains("algorithmbw")
                || joined.contains("algbandwidth") || joined.contains("algorithmbandwidth")) {
            return Optional.of(Meaning.ALGBW);
        }
        var known = GPUS_BY_MODEL.matcher(joined).matches() ? Meaning.RANKS : WHOLE.get(joined);
        // osu_bw size | NCCL (MB/s)
        if (words.size() > 1 && words.getFirst().equals("osu") && words.getLast().equals("size")) {
            return Optional.of(Meaning.SIZE);
        }
        // Host (us) is a time on the host.
        boolean isVariant = known != null && known.isOfRun() && !unit.isEmpty();
        if (known != null && !isVariant) {
            return Optional.of(known);
        }
        if (words.stream().anyMatch(BANDWIDTHS::contains)) {
            return OTHER_RATE.matcher(unit).matches() || statistic().filter(each -> each != Meaning.TIME).isPresent()
                    ? Optional.of(Meaning.METRIC)
                    : Optional.of(Meaning.ALGBW);
        }
        boolean time = words.stream().anyMatch(TIMES::contains) || statistic().isPresent() && isTime();
        if (!time) {
            return Optional.empty();
        }
        return Optional.of(isSpread() ? Meaning.METRIC : statistic().orElse(Meaning.TIME));
    }

    /** Returns whether the column is a measure of spread, not a result itself. */
    boolean isSpread() {
        return words.stream().anyMatch(word -> word.startsWith("std") || word.startsWith("var") && word.length() < 9
                || word.equals("cv") || word.equals("jitter") || word.equals("sigma")
                || word.matches("p\\d+") && !STATISTICS.containsKey(word));
    }

    /** Returns the words that do not name a quantity: {@code nccl} for {@code NCCL BW}; all words if none is left. */
    String variant() {
        var own = ownWords();
        return String.join("-", own.isEmpty() ? words : own);
    }

    /** Returns the words that do not name a quantity; a low latency is a mode of DeepEP and none. */
    List<String> ownWords() {
        return words.stream()
                .filter(word -> words.contains("low") && word.equals("latency")
                        || !TIMES.contains(word) && !BANDWIDTHS.contains(word)
                                && !STATISTICS.containsKey(word) && !word.equals("busbw") && !word.equals("algbw"))
                .toList();
    }

    /** Returns whether the column is computed, from others or from what the hardware is made for: a speedup, a link spec. */
    boolean isDerived() {
        return words.stream().anyMatch(DERIVED::contains);
    }

    /** Returns whether the column is a remark on the row, not a setting of the run. */
    boolean isRemark() {
        return !words.isEmpty() && REMARKS.contains(words.getLast());
    }

    /** Returns whether the name consists only of words for bandwidth. */
    boolean isPlainBandwidth() {
        return !words.isEmpty() && BANDWIDTHS.containsAll(words);
    }

    /** Returns whether the unit leaves open if it means bits or bytes. */
    boolean isBitsOrBytes() {
        return Unit.isAmbiguous(unit);
    }

    /** Returns whether the name distinguishes algbw from busbw, which {@code bandwidth} alone does not. */
    boolean saysWhichBandwidth() {
        return joined().contains("bus") || joined().contains("alg");
    }

    /** Returns the words joined, with the parentheses if they name the kind of bandwidth: {@code Pinned (busbw)}. */
    private String joined() {
        var inParentheses = unit.toLowerCase(Locale.ROOT);
        return String.join("", words)
                + (inParentheses.contains("busbw") || inParentheses.contains("algbw") ? inParentheses : "");
    }

    /** Returns the statistic of a time that a word names; empty if none does. */
    Optional<Meaning> statistic() {
        return words.stream().map(STATISTICS::get).filter(meaning -> meaning != null).findFirst();
    }

    boolean isStatistic() {
        return statistic().isPresent() || words.contains("peak");
    }

    private boolean isTime() {
        return Unit.of(Unit.UnitKind.TIME, unit).isPresent();
    }
}
