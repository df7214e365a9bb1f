package org.gpucomm.results.format.jacobi;

import java.util.List;
import java.util.regex.Pattern;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.FailureLines;
import org.gpucomm.results.format.Flag;
import org.gpucomm.results.format.Format;
import org.gpucomm.results.format.Line;
import org.gpucomm.results.format.Log;
import org.jspecify.annotations.Nullable;

/**
 * Parser of one run printed for people, or of consecutive lines of one or more runs with {@code -csv}. The plain form never names its
 * program; only the command line does.
 */
public final class JacobiParser implements Format.Parser {

    private static final Pattern HEADING = Pattern.compile(
            "(Single GPU jacobi|Jacobi) relaxation: (\\d{1,12}) iterations on (\\d+) x (\\d+) mesh(?: with norm check every (\\d+) iterations)?\\s*");
    private static final Pattern NORM = Pattern.compile("\\s*\\d+, (?:\\d+\\.\\d+|-?nan|inf)\\s*");
    private static final Pattern GPUS = Pattern.compile("Num GPUs: (\\d{1,7})\\.\\s*");
    private static final Pattern WRONG = Pattern.compile("ERROR on rank \\d+: a\\[.*|ERROR: a\\[.*");
    private static final Pattern FAILED = Pattern.compile("ERROR: .{0,100} call \".{0,500}\" in line \\d+ of file .*");
    private static final String SYMMETRIC_SIZE = "Setting environment variable NVSHMEM_SYMMETRIC_SIZE";

    private final Log log;
    private int section;
    private boolean csv;
    private boolean multi;
    private boolean done;
    private @Nullable Long iterations;
    private JacobiProgram program = JacobiProgram.UNKNOWN;
    private String commandSaid = "";
    private FailureLines failing = new FailureLines();
    private @Nullable Flag flag;

    public JacobiParser(Log log) {
        this.log = log;
    }

    public static boolean begins(String line) {
        return line.contains("acobi relaxation: ") && HEADING.matcher(line).matches() || Result.isPlain(line)
                || Result.isCsv(line) || line.startsWith("Num GPUs: ") && GPUS.matcher(line).matches();
    }

    @Override
    public @Nullable Entry read(Line line) {
        var text = line.text();
        if (text.isBlank()) {
            return null;
        }
        if (Result.isCsv(text)) {
            return isNext(true) ? null : csv(line);
        }
        if (begins(text)) {
            return isNext(false) || text.startsWith("Single") && multi ? null : plain(line);
        }
        if (section > 0 && !csv && !done && NORM.matcher(text).matches() || text.startsWith(SYMMETRIC_SIZE)) {
            return Entry.Note.of(line.number(), section());
        }
        if (section > 0 && !csv && !done && Result.isRestOfPlain(text)) {
            return plain(line);
        }
        return text.startsWith("ERROR") ? aside(line) : null;
    }

    @Override
    public @Nullable Entry aside(Line line) {
        var text = line.text();
        boolean wrong = WRONG.matcher(text).matches();
        if (!wrong && !FAILED.matcher(text).matches()) {
            return null;
        }
        if (!failing.isReported() && section > 0 && (csv || done)) {
            // the runs before have given their results, so the next one failed
            section = log.begin();
        }
        // without a right result the program prints no time
        flag = wrong ? Flag.WRONG_DATA : flag == null ? Flag.ABORTED : flag;
        return failing.reported(line, section(), log);
    }

    @Override
    public List<Entry> end() {
        if (flag != null) {
            return List.of(new Entry.Note(0, section(), List.of(Fact.flag(flag, failing.words()))));
        }
        return section > 0 && !csv && !done
                ? List.of(new Entry.Note(0, section,
                        List.of(Fact.flag(Flag.INCOMPLETE, "the run has no line with its times"))))
                : List.of();
    }

    /** Returns whether the line belongs to another run: it has the other form, or follows this run's result or a command. */
    private boolean isNext(boolean csvComes) {
        if (section == 0) {
            return false;
        }
        return csv != csvComes || flag != null || done && !csv
                || !log.fact("command").orElse("").equals(commandSaid);
    }

    private Entry csv(Line line) {
        csv = true;
        begin();
        return Entry.rowOrProblem(line, () -> List.of(measurement(Result.ofCsv(line.text()))));
    }

    private Entry plain(Line line) {
        begin();
        var heading = HEADING.matcher(line.text());
        if (heading.matches()) {
            multi |= !line.text().startsWith("Single");
            iterations = Long.valueOf(heading.group(2));
            return new Entry.Note(line.number(), section, heading.group(5) == null
                    ? List.of()
                    : List.of(new Fact("nccheck", heading.group(5))));
        }
        var gpus = GPUS.matcher(line.text());
        if (gpus.matches()) {
            multi = true;
            return new Entry.Note(line.number(), section, List.of(new Fact("ranks", gpus.group(1))));
        }
        done = true;
        return Entry.rowOrProblem(line, () -> List.of(measurement(Result.ofPlain(line.text(), program))));
    }

    private Measurement measurement(Result result) {
        var library = result.program().library();
        var version = library == null ? null : log.fact(library + "_version").orElse(null);
        return result.measurement(log.source(), section, log.fact("gpu").orElse(null), version, iterations);
    }

    private void begin() {
        if (section > 0) {
            return;
        }
        section = log.begin();
        commandSaid = log.fact("command").orElse("");
        program = log.command().flatMap(JacobiProgram::in).orElse(JacobiProgram.UNKNOWN);
    }

    private int section() {
        if (section == 0) {
            begin();
        }
        return section;
    }
}
