package org.gpucomm.results.format;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.gpucomm.results.Operation;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.context.ContextLine;
import org.gpucomm.results.format.context.Failure;
import org.jspecify.annotations.Nullable;

/**
 * State that the parsers of one file share: its name, the numbers of its sections, and the facts found around their tables. A fact belongs
 * to the section that is open when the fact is found, otherwise to the next; sections inherit nothing from earlier ones.
 */
public final class Log {

    /** Number of call sizes remembered; no benchmark has more. */
    private static final int MOST_TUNINGS = 10_000;

    /** Number of ranks up to which their layout on nodes is determined. */
    private static final int MOST_RANKS = 100_000;
    private static final int MOST_COMMUNICATORS = 16;

    /** Most lines between a warning and the line of the call that returns its error; other ranks write in between. */
    private static final int LINES_TO_RETURN = 4;

    private final String source;
    private final SectionNumbers numbers;
    private final boolean assumes;
    private final Map<String, String> facts = new HashMap<>();
    private final Map<Class<?>, Object> shared = new HashMap<>();
    private final Map<Long, List<Tuning>> tunings = new HashMap<>();
    private final Map<String, RanksOnNodes> communicators = new HashMap<>();
    private @Nullable String command;
    private @Nullable String nextCommand;
    private @Nullable Operation words;
    private @Nullable Operation nextWords;
    private boolean open;
    private int revision;
    private long failedAt;
    private long printedAt;
    private @Nullable String printed;
    private @Nullable Line warning;
    private @Nullable Line latestWarning;
    private boolean returned;
    private final Map<Integer, Cause> causes = new LinkedHashMap<>();

    Log(String source, SectionNumbers numbers, boolean assumes) {
        this.source = source;
        this.numbers = numbers;
        this.assumes = assumes;
    }

    /** Returns a log by itself, for parsers of a whole file and for tests. */
    public static Log of(String source) {
        return new Log(source, new SectionNumbers(), false);
    }

    /** Returns the name of the file, with directories if it comes from an archive. */
    public String source() {
        return source;
    }

    /** Begins a section, which ends the one before. @return its 1-based number in the whole upload */
    public int begin() {
        if (open) {
            forget();
        }
        open = true;
        revision++;
        command = nextCommand;
        nextCommand = null;
        words = nextWords;
        nextWords = null;
        return ++numbers.last;
    }

    /** Ends the section: facts found from now on belong to the next one. */
    public void close() {
        if (open) {
            open = false;
            forget();
            command = null;
            words = null;
        }
    }

    /** Returns the section that a fact found now belongs to: the open one, otherwise the next. */
    public int section() {
        return open ? numbers.last : numbers.last + 1;
    }

    /** Returns the latest value of the fact {@code name} in this section. */
    public Optional<String> fact(String name) {
        return Optional.ofNullable(facts.get(name));
    }

    /** Returns the command line that started this section's program, if the log shows it. */
    public Optional<String> command() {
        return Optional.ofNullable(command);
    }

    /** Returns the operation named by free text before this section: a heading, an echo. */
    public Optional<Operation> words() {
        return Optional.ofNullable(words);
    }

    /** Returns whether the parsers may fill gaps in the log with likely values. */
    public boolean assumes() {
        return assumes;
    }

    /** Returns the operation for a table without a name; empty if the parsers may not assume one. */
    public Optional<Operation> nameless() {
        return assumes ? Optional.of(Operation.UNNAMED) : Optional.empty();
    }

    /** Returns the operation for a table without a name: the one in the text before it, otherwise an assumed one. */
    public Optional<Operation> surroundingOperation() {
        return words().or(this::nameless);
    }

    /** Returns a counter that increases with each new fact; values read from this log before may then be outdated. */
    public int revision() {
        return revision;
    }

    /** Returns the library's choices for calls of this size in this section, the latest for each function. */
    public List<Tuning> tunings(long bytes) {
        return tunings.isEmpty() ? List.of() : tunings.getOrDefault(bytes, List.of());
    }

    /**
     * Returns the state that the sections of one format share.
     *
     * @param type type of the state, private to the format
     */
    public <T> T shared(Class<T> type, Supplier<T> first) {
        return type.cast(shared.computeIfAbsent(type, key -> first.get()));
    }

    /**
     * Takes text that belongs to no table and keeps its facts for the section.
     *
     * @return the facts that are new in this section, because every rank prints them all
     */
    List<Fact> overhear(String text, ContextLine said) {
        if (said.command()) {
            nextCommand = text;
        }
        if (said.operation() != null) {
            nextWords = said.operation();
        }
        if (said.tuning() != null) {
            tuned(said.tuning());
        }
        return noted(withRank(said));
    }

    private List<Fact> noted(List<Fact> said) {
        if (said.isEmpty()) {
            return said;
        }
        var news = new ArrayList<Fact>(said.size());
        for (var fact : said) {
            if (!fact.value().equals(facts.put(fact.name(), fact.value()))) {
                news.add(fact);
                revision++;
            }
        }
        return news;
    }

    /** Returns the new facts about software, hardware and settings in a text that a parser read, as for text between tables. */
    public List<Fact> said(String text) {
        return noted(withRank(ContextLine.of(text)));
    }

    /** Adds the layout of a communicator's ranks on nodes once the hosts of all its ranks are known. */
    private List<Fact> withRank(ContextLine said) {
        var rank = said.rank();
        if (rank == null || rank.ranks() > MOST_RANKS) {
            return said.facts();
        }
        var key = rank.communicator() + " of " + rank.ranks();
        if (communicators.size() >= MOST_COMMUNICATORS && !communicators.containsKey(key)) {
            communicators.clear();
        }
        var onNodes = communicators.computeIfAbsent(key, added -> new RanksOnNodes());
        onNodes.put(rank.rank(), rank.host());
        if (onNodes.size() < rank.ranks()) {
            return said.facts();
        }
        communicators.remove(key);
        return onNodes.words()
                .map(words -> Stream.concat(said.facts().stream(), Stream.of(new Fact(RanksOnNodes.FACT, words)))
                        .toList())
                .orElse(said.facts());
    }

    private void tuned(Tuning tuning) {
        if (tunings.size() >= MOST_TUNINGS) {
            tunings.clear();
        }
        var ofSize = tunings.computeIfAbsent(tuning.bytes(), bytes -> new ArrayList<>(1));
        ofSize.removeIf(known -> known.function().equals(tuning.function()));
        ofSize.add(tuning);
    }

    /** Remembers the latest printed line, except blank lines and reports of failures. */
    void printed(Line line) {
        if (line.number() != failedAt && !line.text().isBlank()) {
            printedAt = line.number();
            printed = line.text();
        }
    }

    /** Takes a warning of the library, which is the cause if the run fails before its next result. */
    void warned(Line line) {
        latestWarning = line;
        if (warning == null || standing(line.text()) > standing(warning.text())) {
            warning = line;
        }
    }

    /** Returns how close to the cause of a failure a warning is: the greater, the closer. */
    private static int standing(String text) {
        return Failure.origin(text) >= 0
                ? 3
                : Failure.isConsequence(text) ? 0 : Failure.isHarmless(text) ? 1 : 2;
    }

    /** Takes the return of an error by a library call; the warning just before it is the cause. */
    void returned(Line line) {
        if (!returned && latestWarning != null && line.number() - latestWarning.number() <= LINES_TO_RETURN
                && (warning == null || Failure.origin(warning.text()) < 0)) {
            returned = true;
            warning = latestWarning;
        }
    }

    /** Forgets the warnings, because a result was read after them: they did not end the run. */
    void measured() {
        warning = null;
        latestWarning = null;
        returned = false;
    }

    /**
     * Takes a line that reports a failure, which therefore does not count as the program's last output. The first report names the cause,
     * but a launcher's report gives way to a program's later one, a consequence to a later line that names a cause, and all of them to an
     * origin of failures, such as a process killed for lack of memory.
     *
     * @param section section of the failed run; 0 if no run has begun
     * @param names   whether the line exists to name a cause
     */
    void failed(Line line, int section, boolean byLauncher, boolean names) {
        var known = causes.get(section);
        int origin = Failure.origin(line.text());
        var weight = origin >= 0 ? Weight.ORIGIN : byLauncher ? Weight.LAUNCHER : weight(line);
        if (known == null || weight.compareTo(known.weight()) > 0
                && (names || origin >= 0 || known.weight() == Weight.LAUNCHER)
                || names && weight == Weight.UNNAMED && known.weight() == Weight.UNNAMED
                || origin >= 0 && origin < known.origin()) {
            causes.put(section, new Cause(words(line), weight, origin));
        }
        failedAt = line.number();
    }

    private Weight weight(Line line) {
        var first = (isWarnedBefore(line) ? Objects.requireNonNull(warning) : line).text();
        return Failure.isUnnamed(first)
                ? Weight.UNNAMED
                : Failure.isConsequence(first) ? Weight.CONSEQUENCE : Weight.CAUSE;
    }

    private boolean isWarnedBefore(Line line) {
        return warning != null && warning.number() < line.number() && (Failure.isConsequence(line.text())
                || Failure.origin(warning.text()) >= 0 && Failure.origin(line.text()) < 0);
    }

    /** Returns how the section failed; null if it did not. */
    @Nullable
    String cause(int section) {
        var cause = causes.get(section);
        return cause == null ? null : cause.words();
    }

    /** Returns the failure in a log where no section began; null if there was none. */
    @Nullable
    String causeBeforeSections() {
        var warned = causeWithoutResults();
        var known = causes.get(0);
        return warned == null || known != null && known.weight().compareTo(Weight.UNNAMED) > 0 ? cause(0) : warned;
    }

    /**
     * Returns the warning that ended a log without results: one that is not known to be harmless, or with which a call failed. Null if
     * there was none.
     */
    @Nullable
    String causeWithoutResults() {
        return warning == null || !returned && Failure.isHarmless(warning.text())
                ? null
                : FailureLines.says(warning.number(), warning.text());
    }

    /** Forgets the oldest failures, so that a long log does not fill the memory. @param most number of failures that stay */
    void forgetCauses(int most) {
        var eldest = causes.keySet().iterator();
        while (causes.size() > most) {
            eldest.next();
            eldest.remove();
        }
    }

    private String words(Line line) {
        return (isWarnedBefore(line)
                ? FailureLines.says(Objects.requireNonNull(warning).number(), warning.text()) + "; then "
                : "")
                + FailureLines.says(line.number(), line.text()) + before(line);
    }

    /** Returns a phrase that quotes the last line printed before this one; empty if there was none. */
    String before(Line line) {
        return printed == null || printedAt == line.number()
                ? ""
                : "; the last line before it, " + printedAt + ", is " + FailureLines.quoted(printed);
    }

    /** Returns the section that began last; 0 if there is none, or if a command has been shown since, which starts another section. */
    int latestSection() {
        return open || nextCommand == null ? numbers.last : 0;
    }

    private void forget() {
        facts.clear();
        tunings.clear();
        communicators.clear();
    }

    /** Weight of a line about a failure, the least first. */
    private enum Weight {
        LAUNCHER,
        UNNAMED,
        CONSEQUENCE,
        CAUSE,
        ORIGIN
    }

    /** @param origin place of the line among the origins of failures; -1 if it is none */
    private record Cause(String words, Weight weight, int origin) {}

    /** Counter of sections over all logs of an archive. */
    static final class SectionNumbers {

        private int last;
    }
}
