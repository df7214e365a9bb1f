package org.gpucomm.runner.output;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Micros;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Outcome;
import org.gpucomm.runner.rig.Case;
import org.gpucomm.runner.rig.Heading;
import org.gpucomm.runner.rig.ResultSink;
import org.gpucomm.runner.rig.Sample;
import org.jspecify.annotations.Nullable;

/**
 * Table for any benchmark: a line for each sample, with the columns that have values. Lines that are not rows start with a comment mark;
 * values that were not measured or not checked are {@code -}.
 */
final class PlainTable implements ResultSink {

    private static final String NONE = "-";

    private static final List<TableColumn<Case>> IDENTITY = List.of(
            new TableColumn<>("bytes", 12, each -> each.workload().messageSize() == null
                    ? null
                    : each.workload().messageSize().count()),
            new TableColumn<>("problem", 13, each -> each.workload().problem()),
            new TableColumn<>("variant", 16, each -> each.workload().variant()),
            new TableColumn<>("type", 8, each -> each.workload().datatype()),
            new TableColumn<>("redop", 6, each -> each.workload().redop()),
            new TableColumn<>("root", 4, each -> each.workload().root()),
            new TableColumn<>("placement", 12,
                    each -> each.workload().placement() == null ? null : each.workload().placement().id()),
            new TableColumn<>("settings", 24, Case::settings));
    private static final TableColumn<Outcome> TIME = new TableColumn<>("time(us)", 10,
            outcome -> micros(outcome.time()));
    private static final List<TableColumn<Outcome>> ITERATIONS = List.of(
            new TableColumn<>("min", 10, outcome -> micros(outcome.timeMin())),
            new TableColumn<>("p50", 10, outcome -> micros(outcome.timeP50())),
            new TableColumn<>("p99", 10, outcome -> micros(outcome.timeP99())),
            new TableColumn<>("max", 10, outcome -> micros(outcome.timeMax())));
    private static final List<TableColumn<Outcome>> RESULTS = List.of(
            new TableColumn<>("algbw(GB/s)", 11, outcome -> bandwidth(outcome.algbw())),
            new TableColumn<>("busbw(GB/s)", 11, outcome -> bandwidth(outcome.busbw())),
            new TableColumn<>("wrong", 6, Outcome::wrong), new TableColumn<>("more", 1, PlainTable::more));

    private final PrintStream out;
    private final List<TableColumn<Outcome>> numbers = new ArrayList<>();
    private List<TableColumn<Case>> identity = List.of();
    private TableTotals summary = new TableTotals();

    PlainTable(PrintStream out, boolean perIteration) {
        this.out = out;
        numbers.add(TIME);
        numbers.addAll(perIteration ? ITERATIONS : List.of());
        numbers.addAll(RESULTS);
    }

    /** @param value function that returns the value; null or an empty text if there is none */
    private record TableColumn<T>(String title, int width, Function<T, @Nullable Object> value) {

        String text(T of) {
            var text = Objects.requireNonNullElse(value.apply(of), "").toString();
            return text.isEmpty() ? NONE : text;
        }

        String padded(String text) {
            return " ".repeat(Math.max(0, width - text.length())) + text;
        }
    }

    @Override
    public void begin(Heading heading) {
        summary = new TableTotals();
        var stack = heading.stack();
        out.println("# gpucomm " + stack.toolVersion() + " measures " + heading.operation().id() + " of "
                + stack.library() + (stack.libraryVersion() == null ? "" : " " + stack.libraryVersion()));
        heading.parameters().forEach(fact -> out.println("# " + fact.name() + ": " + fact.value()));
        if (!heading.settings().isEmpty()) {
            out.println("# settings: " + heading.settings());
        }
        if (heading.whyUnchecked() != null) {
            out.println("# results are not checked: " + heading.whyUnchecked());
        }
        heading.members().forEach(rank -> out.println("# rank " + rank.rank() + ": " + rank.host() + ", process "
                + rank.pid() + ", " + rank.place()));
        var cases = heading.points().stream().flatMap(point -> point.cases().stream()).toList();
        identity = IDENTITY.stream().filter(column -> cases.stream().anyMatch(each -> !column.text(each).equals(NONE)))
                .toList();
        out.println("#" + line(column -> column.title(), column -> column.title()).substring(1));
        out.flush();
    }

    @Override
    public void point(List<Sample> samples) {
        for (var sample : samples) {
            summary.add(sample.outcome());
            out.println(line(column -> column.text(sample.of()), column -> column.text(sample.outcome())));
        }
        out.flush();
    }

    @Override
    public void end() {
        out.println("# wrong results: " + summary.outOfBounds());
        out.flush();
    }

    private String line(Function<TableColumn<Case>, String> ofCase, Function<TableColumn<Outcome>, String> ofOutcome) {
        var line = new StringBuilder();
        identity.forEach(column -> line.append("  ").append(column.padded(ofCase.apply(column))));
        numbers.forEach(column -> line.append("  ").append(column.padded(ofOutcome.apply(column))));
        return line.toString();
    }

    /** Returns the values other than time and bandwidth. */
    private static String more(Outcome outcome) {
        var all = NamedValues.NONE;
        if (outcome.baseline() != null) {
            all = all.with("baseline_us", micros(outcome.baseline()));
        }
        if (outcome.speedup() != null) {
            all = all.with("speedup", outcome.speedup().toString());
        }
        if (outcome.efficiency() != null) {
            all = all.with("efficiency_pct", outcome.efficiency().toString());
        }
        return all.with(outcome.metrics()).text();
    }

    private static String micros(@Nullable Micros time) {
        return time == null ? "" : PrintfNumber.fitting(10, time.doubleValue());
    }

    private static String bandwidth(@Nullable Bandwidth bandwidth) {
        return bandwidth == null ? "" : PrintfNumber.fitting(10, bandwidth.doubleValue());
    }
}
