package org.gpucomm.results.format.nccltests;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.gpucomm.results.Operation;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.Flag;
import org.gpucomm.results.format.Format;
import org.gpucomm.results.format.Line;
import org.gpucomm.results.format.Log;
import org.gpucomm.results.format.OperationName;
import org.jspecify.annotations.Nullable;

/**
 * Walks the lines of a log. A banner, a parameter line or a second header opens a new section, which begins without the
 * operation of the one before.
 */
final class NcclTestsParser implements Format.Parser {

    private static final String PROGRAM = "_perf";
    /** gpucomm's own benchmarks print the same table. */
    private static final String RUNNER = "gpucomm";
    private static final int FEWEST_CELLS_OF_A_ROW = 8;

    private final Log log;
    private Section section;
    private @Nullable TableLayout layout;
    private String lineAboveHeader = "";

    NcclTestsParser(Log log) {
        this.log = log;
        this.section = new Section(log.begin());
    }

    /** A banner, a line of parameters, a line of a rank, a table's header, or a row whose header was cut off. */
    static boolean begins(String text, List<String> words) {
        if (words.isEmpty()) {
            return false;
        }
        return switch (words.getFirst()) {
            case "nccl-tests", RUNNER -> words.size() > 2 && words.get(1).equals("version");
            case "Collective" -> text.contains("test starting:");
            case "nThread", "nThread:" -> true;
            case "Rank" -> words.contains("device") && words.contains("on");
            case "size" -> TableLayout.isHeader(words);
            default -> words.size() >= FEWEST_CELLS_OF_A_ROW && isRowLike(words);
        };
    }

    @Override
    public @Nullable Entry read(Line line) {
        var text = line.text();
        var words = Words.of(text);
        if (words.isEmpty()) {
            lineAboveHeader = "";
            return text.isBlank() ? null : note(line, List.of());
        }
        if (layout != null && isRow(text, words, layout)) {
            log.fact("nccl_version").ifPresent(section::ncclVersionSaid);
            return new TableRow(log.source(), section, layout, words).entry(line);
        }
        if (TableLayout.isHeader(words)) {
            return header(line, words);
        }
        if (text.indexOf("Test ") >= 0 && isFailure(text)) {
            return problem(line, "the benchmark reports a failure");
        }
        if (layout == null && words.size() >= FEWEST_CELLS_OF_A_ROW && isRowLike(words)) {
            return problem(line, "looks like a row of a table, but no header came before it");
        }
        var facts = facts(text, words);
        lineAboveHeader = text;
        return facts == null ? null : note(line, facts);
    }

    @Override
    public @Nullable Entry aside(Line line) {
        return isFailure(line.text()) ? problem(line, "the benchmark reports a failure") : null;
    }

    @Override
    public List<Entry> end() {
        return section.incomplete()
                ? List.of(new Entry.Note(0, section.number(),
                        List.of(Fact.flag(Flag.INCOMPLETE, "the table has no footer"))))
                : List.of();
    }

    private Entry header(Line line, List<String> words) {
        var facts = beginSectionIf(section.tableSeen());
        section.tableBegins();
        layout = TableLayout.of(words, lineAboveHeader);
        if (section.operation().isEmpty()) {
            log.command().flatMap(NcclTestsParser::program)
                    .ifPresent(named -> facts.addAll(section.operation(named, "command line")));
        }
        if (section.operation().isEmpty()) {
            OperationName.in(log.source()).ifPresent(named -> facts.addAll(section.operation(named, "file name")));
        }
        return note(line, facts);
    }

    /** Some people's logs have a whole row behind a comment mark; half a row there is a comment. */
    private static boolean isRow(String text, List<String> words, TableLayout table) {
        return Words.isWhole(words.getFirst())
                && (!text.stripLeading().startsWith("#") || words.size() == table.columns());
    }

    /** What a line outside the table tells; null if it is no line of nccl-tests. */
    private @Nullable List<Fact> facts(String text, List<String> words) {
        var first = words.getFirst();
        if ((first.equals("nccl-tests") || first.equals(RUNNER)) && words.size() > 2
                && words.get(1).equals("version")) {
            return version(words);
        }
        if (first.equals("Collective") && text.contains("test starting:")) {
            var facts = beginSectionIf(section.tableSeen());
            program(text).ifPresent(named -> facts.addAll(section.operation(named, "banner")));
            return facts;
        }
        if (first.equals("nThread") || first.equals("nThread:")) {
            return parameters(text);
        }
        if (first.equals("Rank") && words.contains("device")) {
            return rank(words);
        }
        if (text.contains("Out of bounds values")) {
            return footer("out_of_bounds", text);
        }
        if (text.contains("Avg bus bandwidth")) {
            section.footer();
            return footer("avg_busbw", text);
        }
        return text.startsWith("#") ? List.of() : null;
    }

    private List<Fact> version(List<String> words) {
        var facts = beginSectionIf(section.tableSeen());
        int at = words.indexOf("version");
        if (at + 1 < words.size()) {
            section.tool(words.getFirst(), words.get(at + 1));
            facts.add(new Fact(words.getFirst().replace('-', '_') + "_version", words.get(at + 1)));
        }
        for (var word : words) {
            if (word.startsWith("nccl-library=") && Words.isWhole(word.substring(13))) {
                var version = NcclVersion.text(Integer.parseInt(word.substring(13)));
                section.ncclVersion(version);
                facts.add(new Fact("nccl_version", version));
            }
        }
        return facts;
    }

    private List<Fact> parameters(String text) {
        var facts = beginSectionIf(section.tableSeen());
        for (var parameter : Parameters.of(text)) {
            facts.add(parameter);
            if (parameter.name().equals("iters")) {
                section.iterations(Long.parseLong(parameter.value()));
            }
        }
        return facts;
    }

    /** {@code Rank 0 Group 0 Pid 5190 on node-0 device 0 [0000:1b:00] NVIDIA H200} */
    private List<Fact> rank(List<String> words) {
        int on = words.indexOf("on");
        int device = words.indexOf("device");
        if (on < 0 || device < on + 2 || device + 3 >= words.size()) {
            return List.of();
        }
        var facts = beginSectionIf(section.tableSeen());
        int group = words.indexOf("Group");
        var host = words.get(on + 1);
        var gpu = String.join(" ", words.subList(device + 3, words.size()));
        section.rank(group < 0 ? "0" : words.get(group + 1), host, gpu);
        facts.add(new Fact("host", host));
        facts.add(new Fact("gpu", gpu));
        return facts;
    }

    private List<Fact> footer(String name, String text) {
        layout = null;
        int colon = text.indexOf(':');
        return colon < 0 ? List.of() : List.of(new Fact(name, text.substring(colon + 1).strip()));
    }

    /** Opens a new section when the one at hand already has its table; says so if that one broke off. */
    private List<Fact> beginSectionIf(boolean tableSeen) {
        var facts = new ArrayList<Fact>();
        if (tableSeen) {
            section = new Section(log.begin());
            layout = null;
        }
        return facts;
    }

    private static Optional<Operation> program(String text) {
        int end = text.indexOf(PROGRAM);
        if (end < 0) {
            return Optional.empty();
        }
        int from = end;
        while (from > 0 && (Character.isLetterOrDigit(text.charAt(from - 1)) || text.charAt(from - 1) == '_')) {
            from--;
        }
        return OperationName.in(text.substring(from, end));
    }

    private static boolean isFailure(String text) {
        return text.contains("Test NCCL failure") || text.contains("Test CUDA failure") || text.contains("Test failure")
                || text.contains("Test timeout");
    }

    private static boolean isRowLike(List<String> words) {
        return Words.isWhole(words.get(0)) && Words.isWhole(words.get(1)) && DataType.isOne(words.get(2));
    }

    private Entry note(Line line, List<Fact> facts) {
        return new Entry.Note(line.number(), section.number(), facts);
    }

    private static Entry problem(Line line, String reason) {
        return new Entry.Problem(line.number(), reason, line.text());
    }
}
