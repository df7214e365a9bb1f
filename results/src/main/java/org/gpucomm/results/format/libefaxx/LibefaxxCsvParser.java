package org.gpucomm.results.format.libefaxx;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Bytes;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.Micros;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.Platform;
import org.gpucomm.results.Stack;
import org.gpucomm.results.Workload;
import org.gpucomm.results.format.CsvLine;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Format;
import org.gpucomm.results.format.Line;
import org.gpucomm.results.format.Log;
import org.jspecify.annotations.Nullable;

/** Reads one table; each line gives a measurement for every group of columns. */
public final class LibefaxxCsvParser implements Format.Parser {

    private static final Stack STACK = new Stack("libefaxx", null, "libfabric", null);

    private final String source;
    private final int section;
    private List<String> header = List.of();
    private List<Group> groups = List.of();
    private @Nullable Operation operation;

    public LibefaxxCsvParser(Log log) {
        this.source = log.source();
        this.section = log.begin();
    }

    /** Whether a file that begins with these lines is such a table. */
    public static boolean recognises(List<String> head) {
        return head.stream().filter(line -> !line.isBlank()).findFirst().flatMap(CsvLine::cells)
                .filter(cells -> cells.contains("Size") && !Group.in(cells).isEmpty()).isPresent();
    }

    @Override
    public Entry read(Line line) {
        if (line.text().isBlank()) {
            return Entry.Note.of(line.number(), 0);
        }
        var cells = CsvLine.cells(line.text());
        if (cells.isEmpty()) {
            return problem(line, "the quotes of this line do not pair");
        }
        if (header.isEmpty() || cells.get().equals(header)) {
            header = cells.get();
            groups = Group.in(header);
            operation = operation().orElse(null);
            return Entry.Note.of(line.number(), section);
        }
        if (cells.get().size() != header.size()) {
            return problem(line, "expected " + header.size() + " columns, found " + cells.get().size());
        }
        if (operation == null) {
            return problem(line, "the operation is not known: neither the columns nor the file's name tell; "
                    + "name the file like libefaxx_write.csv");
        }
        try {
            return new Entry.Row(line.number(), measurements(cells.get(), operation));
        } catch (IllegalArgumentException e) {
            return problem(line, String.valueOf(e.getMessage()));
        }
    }

    private List<Measurement> measurements(List<String> cells, Operation measured) {
        var size = SizeText.parse(cells.get(header.indexOf("Size")));
        var measurements = new ArrayList<Measurement>(groups.size());
        for (var group : groups) {
            var workload = Workload.of(measured, group.variant());
            measurements.add(new Measurement(source, section, STACK, Platform.UNKNOWN, workload.withMessageSize(size),
                    outcome(group, cells), null, NamedValues.NONE));
        }
        return measurements;
    }

    private static Outcome outcome(Group group, List<String> cells) {
        var latency = group.latency() < 0 ? null : Micros.of(number(cells.get(group.latency())));
        return new Outcome(latency, null, null, null, null,
                Bandwidth.ofGigabitsPerSecond(number(cells.get(group.bandwidth()))), null, null, null, null,
                group.efficiency() < 0 ? null : number(cells.get(group.efficiency())));
    }

    private static Decimal number(String text) {
        return Decimal.parse(text).orElseThrow(() -> new IllegalArgumentException("no number: '" + text + "'"));
    }

    /** From the columns where they decide, else from the file's name. */
    private Optional<Operation> operation() {
        var names = groups.stream().map(Group::name).toList();
        if (names.stream().anyMatch(name -> name.startsWith("Proxy"))) {
            return Optional.of(Operation.WRITE);
        }
        if (names.contains("Blocking")) {
            return Optional.of(Operation.QUEUE);
        }
        if (names.contains("Device") || names.contains("Host")) {
            return Optional.of(Operation.SENDRECV);
        }
        var lower = source.toLowerCase(Locale.ROOT);
        if (lower.contains("all2all") || lower.contains("alltoall")) {
            return Optional.of(Operation.ALLTOALL);
        }
        return lower.contains("write") ? Optional.of(Operation.WRITE) : Optional.empty();
    }

    private static Entry problem(Line line, String reason) {
        return new Entry.Problem(line.number(), reason, line.text());
    }

    /** Sizes as Libefaxx writes them: {@code 256K} is 256 · 2¹⁰. */
    private static final class SizeText {

        private static final String SUFFIXES = "KMG";

        static Bytes parse(String text) {
            int suffix = text.isEmpty() ? -1 : SUFFIXES.indexOf(text.charAt(text.length() - 1));
            var digits = suffix < 0 ? text : text.substring(0, text.length() - 1);
            try {
                return new Bytes(Math.multiplyExact(Long.parseLong(digits), 1L << 10 * (suffix + 1)));
            } catch (NumberFormatException | ArithmeticException e) {
                throw new IllegalArgumentException("Size is none: '" + text + "'", e);
            }
        }
    }
}
