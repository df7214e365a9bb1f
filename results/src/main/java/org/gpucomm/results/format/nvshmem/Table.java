package org.gpucomm.results.format.nvshmem;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.Micros;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.format.Cells;
import org.gpucomm.results.format.nvshmem.NvshmemColumns.Meaning;
import org.jspecify.annotations.Nullable;

/** One table: its job, its label and its columns. */
final class Table {

    /** A scope of programs that run pairs of PEs: {@code PE0_from_PE2}. */
    private static final Pattern PAIR = Pattern.compile("PE\\d+_\\w*");

    private final NvshmemRun run;
    private final Job job;
    private final String label;
    private final NvshmemColumns columns;
    private boolean begun;

    /** @param label rest of the title after the job: type, operation, scope */
    Table(NvshmemRun run, Job job, String label, NvshmemColumns columns) {
        this.run = run;
        this.job = job;
        this.label = label;
        this.columns = columns;
    }

    /** Returns the same table in another run. */
    Table of(NvshmemRun another) {
        return new Table(another, job, label, columns);
    }

    Job job() {
        return job;
    }

    /** Returns whether the reading of a row was attempted. */
    boolean isBegun() {
        return begun;
    }

    /** Returns whether bandwidths have the header of latencies, as in version 3.1. */
    boolean isMislabelled() {
        return job.bandwidth() && columns.has(Meaning.TIME) && !columns.has(Meaning.BANDWIDTH);
    }

    /** Returns a key that differs between tables of the same job: label, header and words of the first row. */
    String key(List<String> firstRow) {
        var words = new ArrayList<String>(List.of(job.name(), label, String.join(" ", columns.names())));
        if (!isMislabelled() && firstRow.size() == columns.meanings().size()) {
            words.addAll(words(firstRow));
        }
        return String.join("|", words);
    }

    /**
     * Returns whether the cells begin like a row, whole or not: a size and its neighbour; other text may follow.
     *
     * @param next whether the line before belonged to this table: a single number is then the rest of a row
     */
    boolean isRow(List<String> cells, boolean next) {
        if (cells.isEmpty() || !Cells.isWhole(cells.getFirst())) {
            return false;
        }
        if (cells.size() == 1) {
            return next;
        }
        var second = cells.get(1);
        return cells.size() == columns.meanings().size() || isNumber(second) || Label.isWord(second)
                || PAIR.matcher(second).matches() || cells.size() == 2 && Label.beginsWord(second);
    }

    /** Returns whether the row is complete, judged by the number of its cells. */
    boolean isWhole(List<String> cells) {
        return isMislabelled() || cells.size() == columns.meanings().size();
    }

    boolean hasRates() {
        return columns.has(Meaning.RATE);
    }

    /** Returns whether a boxed row is of a size that was not measured: the size is blank or 0, or all values are 0. */
    boolean isEmptyRow(List<String> cells) {
        return cells.size() == columns.meanings().size() && (cells.getFirst().isEmpty() || cells.getFirst().equals("0")
                || cells.stream().skip(1).allMatch(cell -> cell.matches("0\\.0+")));
    }

    /**
     * Returns the measurements of a row: one, or several in tables with a column per scope or pair.
     *
     * @throws IllegalArgumentException if the row is damaged or cannot be a measurement; the message says why
     */
    List<Measurement> read(List<String> printed) {
        begun = true;
        if (isMislabelled() && !(columns.has(Meaning.ALGBW) && columns.has(Meaning.BUSBW))) {
            throw new IllegalArgumentException(
                    "bandwidths under the heading of latencies, and a column that tells which "
                            + "number is which is missing");
        }
        var cells = isMislabelled() ? withoutScope(printed) : printed;
        if (cells.size() != columns.meanings().size()) {
            throw new IllegalArgumentException("expected " + columns.meanings().size() + " columns, found "
                    + printed.size() + ": the row is torn, or two are on one line");
        }
        if (job.operation() == null && run.operation(job, label) == null) {
            throw new IllegalArgumentException(job.name().isEmpty()
                    ? "the operation is not known: no title came before this table; name the file after the program, "
                            + "like shmem_put_bw.log"
                    : "the operation of " + job.name() + " is not known: neither its name nor its options say it");
        }
        long size = size(cells.getFirst());
        var values = values(cells);
        if (values.isEmpty()) {
            throw new IllegalArgumentException(
                    "a message rate alone: neither a time nor a bandwidth, so it has no place among measurements");
        }
        var measurements = new ArrayList<Measurement>(values.size());
        for (int column : values) {
            measurements.add(run.measurement(job, words(cells, column), size,
                    outcome(cells, column).withMetrics(metrics(cells)), settings(cells, size)));
        }
        return measurements;
    }

    private List<Integer> values(List<String> cells) {
        var found = new ArrayList<Integer>();
        for (int i = 0; i < cells.size(); i++) {
            var meaning = columns.meanings().get(i);
            if ((meaning == Meaning.TIME || meaning == Meaning.BANDWIDTH) && !cells.get(i).matches("0\\.0+")) {
                found.add(i);
            }
            if (meaning.isChecked()) {
                number(cells, i);
            }
        }
        return found;
    }

    private Outcome outcome(List<String> cells, int column) {
        var value = number(cells, column);
        if (columns.meanings().get(column) == Meaning.BANDWIDTH || isMislabelled()) {
            return Outcome.of(null, Bandwidth.ofGigabytesPerSecond(value), null, null);
        }
        return new Outcome(Micros.of(value), micros(cells, Meaning.TIME_MIN), null, null,
                micros(cells, Meaning.TIME_MAX), bandwidth(cells, Meaning.ALGBW), bandwidth(cells, Meaning.BUSBW), null,
                null, null, null);
    }

    private @Nullable Micros micros(List<String> cells, Meaning meaning) {
        int at = columns.meanings().indexOf(meaning);
        return at < 0 ? null : Micros.of(number(cells, at));
    }

    private @Nullable Bandwidth bandwidth(List<String> cells, Meaning meaning) {
        int at = columns.meanings().indexOf(meaning);
        return at < 0 || !Job.isCollective(run.operation(job, label))
                ? null
                : Bandwidth.ofGigabytesPerSecond(number(cells, at));
    }

    private List<String> words(List<String> cells) {
        var words = new ArrayList<String>();
        words.add(label);
        for (int i = 0; i < cells.size(); i++) {
            var meaning = columns.meanings().get(i);
            if (meaning == Meaning.TYPE || meaning == Meaning.REDOP || meaning == Meaning.SCOPE) {
                words.add(cells.get(i));
            }
        }
        return words;
    }

    private List<String> words(List<String> cells, int valueColumn) {
        var words = words(cells);
        var name = columns.names().get(valueColumn).toLowerCase(Locale.ROOT);
        if (name.startsWith("pe ")) {
            words.add(name.replace(" -> ", "_to_").replace(" ", ""));
        } else if (name.startsWith("thread") || name.startsWith("warp") || name.startsWith("block")) {
            words.add(name.substring(0, name.indexOf('(')).strip());
        }
        return words;
    }

    private NamedValues settings(List<String> cells, long size) {
        int repetitions = columns.meanings().indexOf(Meaning.REPETITIONS);
        var settings = repetitions < 0 ? NamedValues.NONE : NamedValues.of("repetitions", cells.get(repetitions));
        return columns.has(Meaning.THREADS)
                ? settings.with("threads_per_block", Long.toString(size))
                : settings;
    }

    private NamedValues metrics(List<String> cells) {
        var metrics = NamedValues.NONE;
        for (int i = 0; i < cells.size(); i++) {
            var name = columns.metric(i);
            metrics = !name.isEmpty() && isNumber(cells.get(i)) ? metrics.with(name, cells.get(i)) : metrics;
        }
        return metrics;
    }

    /** Returns the cells without the scope, which version 3.1 prints as uninitialised text between size and type and the numbers. */
    private List<String> withoutScope(List<String> printed) {
        int width = columns.meanings().size();
        int scope = columns.meanings().indexOf(Meaning.SCOPE);
        if (scope < 0 || printed.size() < width - 1) {
            return printed;
        }
        var cells = new ArrayList<>(printed.subList(0, scope));
        cells.add("None");
        cells.addAll(printed.subList(printed.size() - (width - scope - 1), printed.size()));
        return cells;
    }

    private Decimal number(List<String> cells, int column) {
        var text = cells.get(column);
        var value = Decimal.parse(text).orElse(null);
        if (value == null) {
            throw new IllegalArgumentException(columns.names().get(column) + " is no number: '" + text + "'");
        }
        return value;
    }

    private static boolean isNumber(String cell) {
        return Decimal.parse(cell).isPresent();
    }

    private static long size(String cell) {
        if (!Cells.isWhole(cell) || cell.length() > 18) {
            throw new IllegalArgumentException("the size is no whole number of bytes: '" + cell + "'");
        }
        return Long.parseLong(cell);
    }
}
