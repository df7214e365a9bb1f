package org.gpucomm.results.format.tuner;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.gpucomm.results.format.Cells;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.Line;
import org.gpucomm.results.format.Log;
import org.gpucomm.results.format.NamedCells;
import org.gpucomm.results.format.SectionParser;
import org.jspecify.annotations.Nullable;

/**
 * Parser of printed data frames, indexed by numbers or by nodes, ranks and sizes, whose names have a line of their own. Each choice is a
 * fact; nothing was measured, so there are no rows.
 */
public final class TunerParser extends SectionParser {

    private static final Set<String> COLUMNS = Set.of("collective", "message_size", "algo", "proto", "nchannels",
            "ranks",
            "nodes", "platform");

    private static final String COLLECTIVE = "collective";

    private List<String> columns = List.of();
    private List<String> values = List.of();
    private List<String> above = List.of();

    public TunerParser(Log log) {
        super(log);
    }

    public static boolean begins(String line) {
        return line.contains("collective") && line.contains("algo") && isHeader(line);
    }

    @Override
    public @Nullable Entry read(Line line) {
        var text = line.text();
        if (isHeader(text)) {
            var names = names(text);
            boolean ofIndex = !columns.isEmpty() && !names.contains(COLLECTIVE);
            columns = new ArrayList<>(ofIndex ? names : List.of("index"));
            columns.addAll(ofIndex ? values : names);
            values = ofIndex ? values : names;
            above = List.of();
            return note(line);
        }
        var cells = new ArrayList<>(Cells.of(text));
        boolean known = !cells.isEmpty() && (cells.getFirst().startsWith("..") || text.matches("\\[\\d+ rows x .*"));
        if (known) {
            return note(line);
        }
        if (cells.size() < 2 || !Cells.isWhole(cells.getFirst())) {
            return null;
        }
        // for repeated index values a data frame prints only the innermost one
        int missing = columns.size() - cells.size();
        if (missing > 0 && missing < columns.size() - values.size() && !above.isEmpty()) {
            cells.addAll(0, above.subList(0, missing));
        }
        above = List.copyOf(cells);
        try {
            return note(line, facts(NamedCells.of(columns, cells)));
        } catch (IllegalArgumentException e) {
            return problem(line, String.valueOf(e.getMessage()));
        }
    }

    @Override
    public List<Entry> end() {
        return List.of();
    }

    private static List<Fact> facts(NamedCells row) {
        var algo = row.text("algo");
        if (algo.isEmpty()) {
            return List.of();
        }
        var words = new ArrayList<String>();
        for (var name : List.of("collective", "message_size", "ranks", "nodes", "platform")) {
            row.text(name).ifPresent(value -> words.add(name + "=" + plain(value)));
        }
        words.add("algo=" + plain(algo.get()));
        for (var name : List.of("proto", "nchannels")) {
            row.text(name).ifPresent(value -> words.add(name + "=" + plain(value)));
        }
        return List.of(new Fact("tuner_decision", String.join(" ", words)));
    }

    /** Returns {@code RING} for {@code NCCLAlgo.RING}; an instance type, which also has a point, stays as it is. */
    private static String plain(String value) {
        return value.startsWith("NCCL") ? value.substring(value.indexOf('.') + 1) : value;
    }

    private static boolean isHeader(String line) {
        var names = names(line);
        return names.size() > 1 && COLUMNS.containsAll(names);
    }

    /** Returns the names in a line; a frame that is too wide continues below, and its lines end with a backslash. */
    private static List<String> names(String line) {
        return Cells.of(line).stream().filter(name -> !name.equals("\\")).toList();
    }
}
