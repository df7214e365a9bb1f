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

    private static final int SHORTEST = 10;
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
        boolean said = reading.problems().stream()
                .anyMatch(problem -> problem.reason().startsWith("columns that are not known"))
                || perturbed.header() >= 0
                        && reading.problems().stream().anyMatch(problem -> problem.line() == perturbed.header() + 1L);
        var read = new HashMap<Integer, Integer>();
        var keptIn = new HashMap<Integer, List<String>>();
        for (var row : reading.rows()) {
            int origin = row.line() == 0 ? -1 : perturbed.origins().get((int) row.line() - 1);
            for (var measurement : row.measurements()) {
                var text = row.line() == 0 ? "" : perturbed.lines().get((int) row.line() - 1);
                if (isOf(origin, text, measurement, perturbed, said || problems.contains(origin))) {
                    read.merge(origin, 1, Integer::sum);
                    kept(measurement, perturbed.renamed())
                            .ifPresent(value -> keptIn.computeIfAbsent(origin, of -> new ArrayList<>()).add(value));
                } else {
                    faults.add("line " + row.line() + " misread: " + values(measurement));
                }
            }
        }
        for (var each : rows.entrySet()) {
            boolean there = perturbed.origins().contains(each.getKey());
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

    /**
     * Whether a measurement is one of that line: what it has is as it was, and it lacks what somebody took away only, or
     * keeps under the name that somebody gave the column.
     */
    private boolean isOf(int origin, String row, Measurement measurement, Perturbed perturbed, boolean said) {
        var values = values(measurement);
        boolean kept = kept(measurement, perturbed.renamed()).filter(row::contains).isPresent();
        var candidates = origin >= 0
                ? rows.getOrDefault(origin, List.of())
                : rows.values().stream().flatMap(List::stream).toList();
        return candidates.stream().anyMatch(before -> before.entrySet().stream().allMatch(value -> {
            var now = values.get(value.getKey());
            return value.getValue().equals(now)
                    || now.equals("null") && (said || kept || perturbed.way().equals("dropped"));
        }));
    }

    /** What is kept under the new name of a column. */
    private static Optional<String> kept(Measurement measurement, String renamed) {
        return measurement.outcome().metrics().get(renamed).or(() -> measurement.settings().get(renamed));
    }

    /** Whether all that a measurement had stood in the column that is gone or has another name, in whatever unit. */
    private static boolean hasNothingBut(Map<String, String> before, List<String> gone) {
        return RESULTS.stream().map(before::get).filter(value -> !value.equals("null"))
                .allMatch(value -> gone.stream()
                        .anyMatch(cell -> isSameNumber(cell, value.substring(0, (value + " ").indexOf(' ')))));
    }

    /** Whether it is the same but for its unit: a power of ten, bits or bytes. */
    private static boolean isSameNumber(String cell, String value) {
        var one = Decimal.parse(cell).map(Decimal::doubleValue).orElse(0.0);
        var other = Decimal.parse(value).map(Decimal::doubleValue).orElse(0.0);
        return one > 0 && other > 0 && Stream.of(1.0, 8.0, 1.048576, 1.073741824).anyMatch(unit -> {
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
        values.put("size", String.valueOf(work.messageSize()));
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
        return values;
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }
}
