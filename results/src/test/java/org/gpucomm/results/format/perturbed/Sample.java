package org.gpucomm.results.format.perturbed;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Locale;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.gpucomm.results.Decimal;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Reading;
import org.gpucomm.results.format.UnreadableFile;

/** A sample log with what a reader makes of it, and the judgement of what it makes of it after somebody's hands. */
final class Sample {

    private static final Pattern LINE = Pattern.compile("line (\\d+): ");
    private static final List<Charset> CHARSETS = List.of(StandardCharsets.UTF_8, StandardCharsets.UTF_16LE,
            StandardCharsets.UTF_16BE, StandardCharsets.UTF_16);

    private static final Pattern CELL = Pattern.compile("[\\s,;|]+");
    private static final String SETTING = "setting ";
    private static final int SHORTEST = 10;
    /** Lines of units and rulers may stand between a header and its rows. */
    private static final int ABOVE = 4;
    private static final List<String> RESULTS = List.of("time", "min", "p50", "p99", "max", "algbw", "busbw");

    private final Path file;
    private final Map<Integer, List<Map<String, String>>> rows = new HashMap<>();
    private final Hands hands;

    private Sample(Path file, Hands hands) {
        this.file = file;
        this.hands = hands;
    }

    static Sample of(Path file) throws IOException, UnreadableFile {
        var lines = Files.readAllLines(file);
        var rowLines = new TreeSet<Integer>();
        var reading = Reading.ofText(String.join("\n", lines) + "\n", name(file));
        reading.rows().stream().filter(row -> row.line() > 0).forEach(row -> rowLines.add((int) row.line() - 1));
        var sample = new Sample(file, new Hands(lines, rowLines));
        for (var row : reading.rows()) {
            if (row.line() > 0) {
                sample.rows.put((int) row.line() - 1, row.measurements().stream().map(Sample::values).toList());
            }
        }
        return sample;
    }

    Hands hands() {
        return hands;
    }

    boolean hasRows() {
        return !rows.isEmpty();
    }

    String format() {
        return String.valueOf(file.getParent().getFileName());
    }

    @Override
    public String toString() {
        return format() + "/" + file.getFileName();
    }

    /** One in four is written in another way that changes nothing. */
    byte[] encoded(Perturbed perturbed, Random random) {
        var text = perturbed.text();
        return switch (random.nextInt(16)) {
            case 0 -> text.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8);
            case 1 -> ("\uFEFF" + text).getBytes(StandardCharsets.UTF_8);
            case 2 -> text.getBytes(CHARSETS.get(random.nextInt(CHARSETS.size())));
            case 3 -> text.replace("\n", "\u001B[0m\n").getBytes(StandardCharsets.UTF_8);
            default -> text.getBytes(StandardCharsets.UTF_8);
        };
    }

    /** What is wrong or silent in what is read; empty if every row is read exactly or said to be a problem. */
    List<String> faults(Perturbed perturbed, byte[] bytes) throws IOException {
        Reading reading;
        try {
            reading = Reading.ofBytes(bytes, name(file));
        } catch (UnreadableFile refused) {
            return List.of(); // said of all of it
        }
        if (reading.formats().isEmpty()) {
            return List.of(); // refused by every command
        }
        var problems = new TreeSet<Integer>();
        for (var problem : reading.problems()) {
            long line = problem.line() > 0 ? problem.line() : lineOf(problem.reason());
            if (line > 0) {
                problems.add(perturbed.origins().get((int) line - 1));
            }
        }
        var faults = new ArrayList<String>();
        // a line that tells of the rows may be torn, or another format's be taken; then they say less, and nothing else
        boolean torn = perturbed.way().equals("joined") && !reading.problems().isEmpty();
        boolean lacksContext = torn || perturbed.way().equals("wrapped")
                || reading.formats().stream().noneMatch(found -> found.id().equals(format()));
        boolean ofHeader = perturbed.header() >= 0
                && reading.problems().stream().anyMatch(problem -> problem.line() == perturbed.header() + 1L);
        var leftOut = reading.problems().stream().filter(problem -> problem.line() > 0)
                .filter(problem -> problem.reason().startsWith("columns that are not known"))
                .map(problem -> perturbed.origins().get((int) problem.line() - 1)).toList();
        var read = new HashMap<Integer, Integer>();
        var keptIn = new HashMap<Integer, List<String>>();
        for (var row : reading.rows()) {
            int origin = row.line() == 0 ? -1 : perturbed.origins().get((int) row.line() - 1);
            for (var measurement : row.measurements()) {
                var text = row.line() == 0 ? "" : perturbed.lines().get((int) row.line() - 1);
                boolean said = ofHeader || isBelow(leftOut, origin) || problems.contains(origin);
                if (isOf(origin, text, measurement, perturbed, said, lacksContext)) {
                    read.merge(origin, 1, Integer::sum);
                    kept(measurement, perturbed.renamed())
                            .ifPresent(value -> keptIn.computeIfAbsent(origin, of -> new ArrayList<>()).add(value));
                } else {
                    faults.add("line " + row.line() + " misread: " + difference(origin, measurement));
                }
            }
        }
        for (var each : rows.entrySet()) {
            boolean there = perturbed.origins().contains(each.getKey());
            boolean said = ofHeader || isBelow(leftOut, each.getKey());
            var gone = new ArrayList<>(perturbed.lost());
            gone.addAll(keptIn.getOrDefault(each.getKey(), List.of()));
            long excused = each.getValue().stream().filter(before -> hasNothingBut(before, gone)).count();
            boolean whole = read.getOrDefault(each.getKey(), 0) + read.getOrDefault(-1, 0) + excused >= each.getValue()
                    .size();
            if (there && !whole && !problems.contains(each.getKey()) && !said && !isQuoted(each.getKey(), reading)) {
                faults.add("line " + (each.getKey() + 1) + " lost in silence; entry: "
                        + reading.entries().stream().filter(entry -> entry.line() == each.getKey() + 1).findFirst()
                                .orElse(null));
            }
        }
        return faults;
    }

    /** Whether the row is in the table of one of those headers, of which some columns were said to be left out. */
    private boolean isBelow(List<Integer> headers, int row) {
        int first = row;
        while (rows.containsKey(first - 1)) {
            first--;
        }
        int begin = first - ABOVE;
        return headers.stream().anyMatch(header -> header >= begin && header <= row);
    }

    /**
     * Whether a measurement is one of that line: what it has is as it was, and it lacks what somebody took away only, or
     * keeps under the name that somebody gave the column.
     */
    private boolean isOf(int origin, String row, Measurement measurement, Perturbed perturbed, boolean said,
            boolean lacksContext) {
        var values = values(measurement);
        var gone = new ArrayList<>(perturbed.lost());
        kept(measurement, perturbed.renamed()).filter(row::contains).ifPresent(gone::add);
        // a text in no cell was computed from a cell or a word in it, and goes with it
        var cells = origin < 0 ? List.<String>of() : List.of(CELL.split(hands.line(origin)));
        var candidates = origin >= 0
                ? rows.getOrDefault(origin, List.of())
                : rows.values().stream().flatMap(List::stream).toList();
        return candidates.stream().anyMatch(before -> hasNothingElse(values, before, cells, perturbed)
                && before.entrySet().stream().allMatch(value -> {
                    var now = values.getOrDefault(value.getKey(), "null");
                    boolean computed = perturbed.way().equals("dropped") && !isGone(value.getValue(), cells);
                    boolean less = said || computed || isGone(value.getValue(), gone)
                            || isContext(value.getKey()) && lacksContext;
                    return value.getValue().equals(now) || now.equals("null") && less
                    // a free name gives the library too
                            || value.getKey().equals("library")
                                    && values.get("variant").contains(named(perturbed))
                            || value.getKey().equals("variant") && isVariantOf(now, value.getValue(), perturbed, row);
                }));
    }

    /** A column's new name as a variant has it; a line end, which no variant has, if none has one. */
    private static String named(Perturbed perturbed) {
        return perturbed.renamed().isEmpty() ? "\n" : perturbed.renamed().toLowerCase(Locale.ROOT);
    }

    /** What other lines than the row say of it. */
    private static boolean isContext(String name) {
        return name.equals("ranks") || name.equals("nodes") || name.equals("variant") || name.startsWith(SETTING);
    }

    /**
     * Whether it has the column's new name for a part, lacks a part that the column that is gone said, or has for a part words of
     * the row between which a blank is gone.
     */
    private static boolean isVariantOf(String now, String before, Perturbed perturbed, String row) {
        var parts = new ArrayList<>(List.of(now.split("\\+")));
        parts.removeAll(List.of(before.split("\\+")));
        boolean glued = perturbed.way().equals("glued") && !parts.isEmpty()
                && parts.stream().allMatch(part -> CELL.splitAsStream(row).anyMatch(part::equalsIgnoreCase));
        return glued || parts.isEmpty() && !perturbed.lost().isEmpty()
                || !perturbed.renamed().isEmpty()
                        && parts.equals(List.of(perturbed.renamed().toLowerCase(Locale.ROOT)));
    }

    /** What a measurement has that the one nearest to it had not, and the other way round. */
    private String difference(int origin, Measurement measurement) {
        var now = values(measurement).entrySet();
        var candidates = origin >= 0
                ? rows.getOrDefault(origin, List.of())
                : rows.values().stream().flatMap(List::stream).toList();
        return candidates.stream().map(before -> {
            var more = new ArrayList<>(now);
            more.removeAll(before.entrySet());
            var less = new ArrayList<>(before.entrySet());
            less.removeAll(now);
            return Map.entry(less.size() + more.size(), more + " where " + less + " was");
        }).min(Map.Entry.comparingByKey()).map(Map.Entry::getValue).orElse(String.valueOf(now));
    }

    /**
     * Whether its settings are those that there were, but for a column that somebody added or gave another name, and for one that
     * said less where another was there.
     */
    private static boolean hasNothingElse(Map<String, String> now, Map<String, String> before, List<String> cells,
            Perturbed perturbed) {
        return now.entrySet().stream().filter(value -> !before.containsKey(value.getKey())).allMatch(value -> {
            var name = value.getKey().substring(SETTING.length());
            boolean another = !perturbed.lost().isEmpty() || !perturbed.renamed().isEmpty();
            return name.equals(perturbed.renamed()) || name.equals(perturbed.added())
                    || another && isGone(value.getValue(), cells);
        });
    }

    /** What is stored under the new name of a column. */
    private static Optional<String> kept(Measurement measurement, String renamed) {
        return measurement.outcome().metrics().get(renamed).or(() -> measurement.settings().get(renamed));
    }

    /** Whether a value stood in the column that is gone or has another name: the same word, or the number in whatever unit. */
    private static boolean isGone(String value, List<String> gone) {
        return gone.stream().anyMatch(cell -> cell.equalsIgnoreCase(value)
                || isSameNumber(cell, value.substring(0, (value + " ").indexOf(' '))));
    }

    /** Whether all that a measurement had stood in the column that is gone or has another name, in whatever unit. */
    private static boolean hasNothingBut(Map<String, String> before, List<String> gone) {
        return RESULTS.stream().map(before::get).filter(value -> !value.equals("null"))
                .allMatch(value -> isGone(value, gone));
    }

    /** Whether it is the same but for its unit: a power of ten, bits or bytes. */
    private static boolean isSameNumber(String cell, String value) {
        var one = Decimal.parse(cell).map(Decimal::doubleValue).orElse(0.0);
        var other = Decimal.parse(value).map(Decimal::doubleValue).orElse(0.0);
        boolean nothing = one == 0 && other == 0 && Decimal.parse(cell).isPresent();
        return nothing || one > 0 && other > 0 && Stream.of(1.0, 8.0, 0.125, 1.048576, 1.073741824).anyMatch(unit -> {
            double power = Math.log10(one * unit / other);
            return Math.abs(power - Math.rint(power)) < 1e-9;
        });
    }

    /** Whether a problem has the whole line in its text, wherever it was joined to another. */
    private boolean isQuoted(int origin, Reading reading) {
        var line = hands.line(origin).strip();
        return line.length() > SHORTEST
                && reading.problems().stream().anyMatch(problem -> problem.text().contains(line));
    }

    /** Of what is said besides, the reason names the line. */
    private static long lineOf(String reason) {
        var named = LINE.matcher(reason);
        return named.lookingAt() ? Long.parseLong(named.group(1)) : 0;
    }

    private static Map<String, String> values(Measurement m) {
        var work = m.workload();
        var out = m.outcome();
        var values = new LinkedHashMap<String, String>();
        values.put("operation", work.operation().id());
        values.put("variant", String.valueOf(work.variant()));
        values.put("library", String.valueOf(m.stack().library()));
        values.put("ranks", String.valueOf(m.platform().ranks()));
        values.put("nodes", String.valueOf(m.platform().nodes()));
        values.put("size", work.messageSize() == null ? "null" : String.valueOf(work.messageSize().count()));
        values.put("type", String.valueOf(work.datatype()));
        values.put("redop", String.valueOf(work.redop()));
        values.put("root", String.valueOf(work.root()));
        values.put("placement", String.valueOf(work.placement()));
        values.put("iterations", String.valueOf(work.iterations()));
        values.put("time", String.valueOf(out.time()));
        values.put("min", String.valueOf(out.timeMin()));
        values.put("p50", String.valueOf(out.timeP50()));
        values.put("p99", String.valueOf(out.timeP99()));
        values.put("max", String.valueOf(out.timeMax()));
        values.put("algbw", String.valueOf(out.algbw()));
        values.put("busbw", String.valueOf(out.busbw()));
        values.put("wrong", String.valueOf(out.wrong()));
        values.put("baseline", String.valueOf(out.baseline()));
        values.put("speedup", String.valueOf(out.speedup()));
        values.put("efficiency", String.valueOf(out.efficiency()));
        m.settings().values().forEach((name, value) -> values.put(SETTING + name, value));
        return values;
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }
}
