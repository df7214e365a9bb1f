package org.gpucomm.results.format.inspector;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.Micros;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.Platform;
import org.gpucomm.results.RankTimes;
import org.gpucomm.results.Stack;
import org.gpucomm.results.Workload;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.Json;
import org.gpucomm.results.format.Line;
import org.gpucomm.results.format.Log;
import org.gpucomm.results.format.NamedCells;
import org.gpucomm.results.format.OperationName;
import org.gpucomm.results.format.SectionParser;
import org.jspecify.annotations.Nullable;

/**
 * Parser of one file of JSON lines, each a call of one rank. Since 4.3 a line of statistics names communicator and host for the calls that
 * follow. Rank and call number are metrics, because the rows of all ranks for one size measure the same thing.
 */
public final class InspectorParser extends SectionParser {

    private static final Stack STACK = new Stack("nccl-inspector", null, "nccl", null);

    /** An object with a line for each member, as in the plugin's documentation. */
    private final LaidOutObject laidOut = new LaidOutObject();
    private Map<?, ?> header = Map.of();
    /** Limit for ranks whose hosts are remembered. */
    private static final int MOST_RANKS = 100_000;
    private final TreeMap<Integer, String> hostOfRank = new TreeMap<>();
    private String version = "";
    private String host = "";

    public InspectorParser(Log log) {
        super(log);
    }

    /** Returns whether calls in a file with these first lines have a line for each member. */
    public static boolean recognises(List<String> head) {
        return head.stream().anyMatch(LaidOutObject::begins) && head.stream().anyMatch(InspectorParser::isOfInspector)
                && head.stream().noneMatch(InspectorParser::begins);
    }

    public static boolean begins(String line) {
        return line.startsWith("{") && isOfInspector(line);
    }

    private static boolean isOfInspector(String line) {
        return line.contains("\"coll_perf\":") || line.contains("\"p2p_perf\":")
                || line.contains("\"inspector_output_format_version\":");
    }

    @Override
    public @Nullable Entry read(Line line) {
        var text = line.text().strip();
        if (laidOut.isOpen() || LaidOutObject.begins(line.text())) {
            return ofLaidOut(line);
        }
        if (text.startsWith("{") && text.length() > 1) {
            return call(line, text);
        }
        return isOfInspector(text) && text.startsWith("\"") ? problem(line, "a call whose beginning is missing") : null;
    }

    @Override
    public List<Entry> end() {
        var all = new ArrayList<>(super.end());
        if (laidOut.isOpen()) {
            all.add(new Entry.Problem(0, laidOut.brokenOff(), ""));
        }
        var hosts = hosts();
        if (!hosts.isEmpty()) {
            all.add(noteOfSection(hosts.toArray(Fact[]::new)));
        }
        return all;
    }

    /** Adds a line to an object; the line on which the object ends is its row. */
    private Entry ofLaidOut(Line line) {
        boolean broken = laidOut.isOpen() && LaidOutObject.begins(line.text());
        var said = broken ? laidOut.brokenOff() : "";
        laidOut.add(line);
        if (broken) {
            return problem(line, said);
        }
        return laidOut.isOpen() ? note(line) : call(line, laidOut.text());
    }

    private Entry call(Line line, String text) {
        try {
            return read(line, Json.parseObject(text));
        } catch (IllegalArgumentException e) {
            return problem(line, String.valueOf(e.getMessage()));
        }
    }

    private Entry read(Line line, Map<?, ?> object) {
        var call = object.containsKey("coll_perf") ? object.get("coll_perf") : object.get("p2p_perf");
        var facts = metadata(object);
        if (call == null) {
            if (object.get("dump_stats") instanceof Map<?, ?> stats) {
                cells(stats).values().forEach((name, value) -> facts.add(new Fact("inspector_" + name, value)));
            }
            return facts.isEmpty() && !object.containsKey("proxy_trace")
                    ? problem(line, "neither a call nor anything else that Inspector writes")
                    : note(line, facts);
        }
        if (!(call instanceof Map<?, ?> members)) {
            return problem(line, "the call is no JSON object");
        }
        remember(cells(header));
        return row(line, () -> List.of(measurement(cells(members), cells(header))));
    }

    private void remember(NamedCells who) {
        var rank = who.whole("rank");
        if (rank != null && rank >= 0 && rank < MOST_RANKS && !host.isEmpty()) {
            hostOfRank.put(rank.intValue(), host);
        }
    }

    /** Returns each host once, and the hosts of all ranks in order if all ranks are in the file. */
    private List<Fact> hosts() {
        var facts = new ArrayList<Fact>();
        hostOfRank.values().stream().distinct().forEach(name -> facts.add(new Fact("host", name)));
        if (hostOfRank.size() > 1 && hostOfRank.lastKey() == hostOfRank.size() - 1) {
            facts.add(new Fact(RankTimes.HOSTS, String.join(" ", hostOfRank.values())));
        }
        return facts;
    }

    /** Returns facts about the caller, which are on each line or once for many lines. */
    private List<Fact> metadata(Map<?, ?> object) {
        var facts = new ArrayList<Fact>();
        if (object.get("header") instanceof Map<?, ?> said) {
            header = said;
        } else if (object.containsKey("n_ranks")) {
            header = object; // as stored by collectors that flatten the lines
        }
        if (object.get("metadata") instanceof Map<?, ?> said) {
            var cells = cells(said);
            var format = cells.text("inspector_output_format_version").orElse("");
            if (!format.equals(version)) {
                version = format;
                facts.add(new Fact("inspector_format", format));
            }
            var name = cells.text("hostname").orElse("");
            if (!name.equals(host)) {
                host = name;
                facts.add(new Fact("host", name));
            }
        }
        return facts;
    }

    private Measurement measurement(NamedCells call, NamedCells who) {
        boolean isP2p = call.values().containsKey("p2p");
        var prefix = isP2p ? "p2p_" : "coll_";
        var name = call.text(isP2p ? "p2p" : "coll").orElse("");
        var time = call.number(prefix + "exec_time_us");
        var size = call.bytes(prefix + "msg_size_bytes");
        if (time == null || size == null) {
            throw new IllegalArgumentException("the call has no time or no size");
        }
        return measurement(STACK, new Platform(null, null, who.count("nnodes"), who.count("n_ranks")),
                workload(name, size),
                Outcome.of(Micros.of(time), call.gigabytesPerSecond(prefix + "algobw_gbs"),
                        call.gigabytesPerSecond(prefix + "busbw_gbs"), null).withMetrics(metrics(call, who, prefix)),
                settings(call, who, prefix));
    }

    private static NamedValues metrics(NamedCells call, NamedCells who, String prefix) {
        return NamedValues.NONE.withNullable(RankTimes.RANK, who.text("rank").orElse(null))
                .withNullable(prefix + "sn", call.text(prefix + "sn").orElse(null))
                .withNullable(RankTimes.PEER, call.text("p2p_peer").orElse(null));
    }

    private static NamedValues settings(NamedCells call, NamedCells who, String prefix) {
        return NamedValues.NONE
                .withNullable("algo", call.text("coll_algo").map(algo -> algo.toUpperCase(Locale.ROOT)).orElse(null))
                .withNullable("proto",
                        call.text("coll_proto").map(proto -> proto.toUpperCase(Locale.ROOT)).orElse(null))
                .withNullable("comm", who.text("comm_name").orElse(null))
                .withNullable("timing", call.text(prefix + "timing_source").orElse(null));
    }

    /** Returns the workload for NCCL's name of an operation: {@code AllReduce}, {@code AlltoAll}, {@code Send}. */
    static Workload workload(String name, @Nullable Bytes size) {
        var operation = switch (name) {
            case "Send", "Recv" -> Operation.SEND;
            default -> OperationName.in(name).orElseThrow(
                    () -> new IllegalArgumentException("the operation '" + name + "' is none that is known"));
        };
        return Workload.of(operation, name.equals("Recv") ? "recv" : null).withMessageSize(size);
    }

    private static NamedCells cells(Map<?, ?> object) {
        var cells = new LinkedHashMap<String, String>();
        object.forEach((name, value) -> {
            if (!(value instanceof Map<?, ?>) && !(value instanceof List<?>)) {
                cells.put(String.valueOf(name), String.valueOf(value));
            }
        });
        return new NamedCells(cells);
    }

    /** A JSON object on several lines; the first is only its brace, without blanks in front. */
    private static final class LaidOutObject {

        private static final int MOST_CHARACTERS = 1 << 20;

        private final StringBuilder text = new StringBuilder();
        private long first;
        private int depth;

        static boolean begins(String line) {
            return !line.isEmpty() && line.charAt(0) == '{' && line.strip().equals("{");
        }

        boolean isOpen() {
            return depth > 0;
        }

        /** Takes the next line; one with which another object begins ends the open one. */
        void add(Line line) {
            if (!isOpen() || begins(line.text()) || text.length() > MOST_CHARACTERS) {
                text.setLength(0);
                first = line.number();
                depth = 0;
            }
            text.append(line.text()).append('\n');
            depth = Math.max(0, depth + deeper(line.text()));
        }

        /** Returns the whole text, once the object has ended. */
        String text() {
            return text.toString();
        }

        /** Returns the problem of an object without an end. */
        String brokenOff() {
            return "the JSON object that begins in line " + first
                    + " has no end: the file is cut, or lines are missing";
        }

        /** Returns the number of braces and brackets opened minus those closed, outside of texts. */
        private static int deeper(String line) {
            int deeper = 0;
            boolean quoted = false;
            for (int i = 0; i < line.length(); i++) {
                char c = line.charAt(i);
                if (c == '"') {
                    quoted = !quoted;
                } else if (c == '\\') {
                    i++;
                } else if (!quoted) {
                    deeper += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
                }
            }
            return deeper;
        }
    }
}
