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
import org.gpucomm.results.format.context.Commentary;
import org.jspecify.annotations.Nullable;

/**
 * State that the parsers of one file share: its name, the numbers of its sections, and what was said around their tables. A fact
 * belongs to the section that is open when it is said, or to the next; nothing is inherited from the section before.
 */
public final class Log {

    /** Sizes of calls that are remembered; no benchmark has more. */
    private static final int MOST_TUNINGS = 10_000;

    /** Of which it is looked at how they lie on nodes. */
    private static final int MOST_RANKS = 100_000;
    private static final int MOST_COMMUNICATORS = 16;

    /** Between a warning and the line of the call that returns its error; other ranks write in between. */
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

    /** A log by itself: for parsers of a whole file, and tests. */
    public static Log of(String source) {
        return new Log(source, new SectionNumbers(), false);
    }

    /** Name of the file; with directories where it was in an archive. */
    public String source() {
        return source;
    }

    /** A section begins, which ends the one before. @return its number in the whole upload, 1 first */
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

    /** The section has said its last word: what is said now belongs to the next. */
    public void close() {
        if (open) {
            open = false;
            forget();
            command = null;
            words = null;
        }
    }

    /** The section that something said now belongs to: the one that is open, else the next. */
    public int section() {
        return open ? numbers.last : numbers.last + 1;
    }

    /** Returns what was said last of {@code name} for this section. */
    public Optional<String> fact(String name) {
        return Optional.ofNullable(facts.get(name));
    }

    /** The command line that started this section's program, where the log shows it. */
    public Optional<String> command() {
        return Optional.ofNullable(command);
    }

    /** The operation that somebody's words before this section name: a heading, an echo. */
    public Optional<Operation> words() {
        return Optional.ofNullable(words);
    }

    /** Returns whether what is likely stands for what the log leaves open. */
    public boolean assumes() {
        return assumes;
    }

    /** Returns the operation of a table that names none, where one is assumed. */
    public Optional<Operation> nameless() {
        return assumes ? Optional.of(Operation.UNNAMED) : Optional.empty();
    }

    /** Returns the operation of a table that does not name it: by the words before it, else one that is assumed. */
    public Optional<Operation> surroundingOperation() {
        return words().or(this::nameless);
    }

    /** Goes up when something new is said: what was read from here before may then have changed. */
    public int revision() {
        return revision;
    }

    /** Returns what the library chose for calls of this size in this section, the latest of each function. */
    public List<Tuning> tunings(long bytes) {
        return tunings.isEmpty() ? List.of() : tunings.getOrDefault(bytes, List.of());
    }

    /**
     * Returns what the sections of a format know of one another.
     *
     * @param type of what they share, the format's own
     */
    public <T> T shared(Class<T> type, Supplier<T> first) {
        return type.cast(shared.computeIfAbsent(type, key -> first.get()));
    }

    /**
     * Text that belongs to no table: what it says is kept for the section that it belongs to.
     *
     * @return those of its facts that were not said before in this section: every rank says them all
     */
    List<Fact> overhear(String text, Commentary said) {
        if (said.command()) {
            nextCommand = text;
        }
        if (said.operation() != null) {
            nextWords = said.operation();
        }
        if (said.tuning() != null) {
            tuned(said.tuning());
        }
        return tell(withRank(said));
    }

    private List<Fact> tell(List<Fact> said) {
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

    /** Returns what a text that a parser came upon reports of software, hardware and settings, as it would between tables. */
    public List<Fact> said(String text) {
        return tell(withRank(Commentary.of(text)));
    }

    /** Once the hosts of all ranks of a communicator are known, so is how they lie on nodes. */
    private List<Fact> withRank(Commentary said) {
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

    /** A line that somebody printed, blank ones and reports of failures aside, is remembered until the next. */
    void printed(Line line) {
        if (line.number() != failedAt && !line.text().isBlank()) {
            printedAt = line.number();
            printed = line.text();
        }
    }

    /** The library warns that something did not work: the cause, if the run fails before its next result. */
    void warned(Line line) {
        latestWarning = line;
        if (warning == null) {
            warning = line;
        }
    }

    /** A call of the library returned an error: what was warned of just before is why. */
    void returned(Line line) {
        if (!returned && latestWarning != null && line.number() - latestWarning.number() <= LINES_TO_RETURN) {
            returned = true;
            warning = latestWarning;
        }
    }

    /** A result was read: what the library warned of before did not end the run. */
    void measured() {
        warning = null;
        latestWarning = null;
        returned = false;
    }

    /**
     * The line reports a failure: it is not what the program printed last. The first report names the cause; a launcher's gives
     * way to a program's, which may be printed later, and what follows from another failure to a line that names a cause.
     *
     * @param section whose run has failed; 0 if no run has begun
     * @param names   whether the line is there to name a cause
     */
    void failed(Line line, int section, boolean byLauncher, boolean names) {
        var known = causes.get(section);
        var weight = byLauncher ? Weight.LAUNCHER : weight(line);
        if (known == null || weight.compareTo(known.weight()) > 0 && (names || known.weight() == Weight.LAUNCHER)) {
            causes.put(section, new Cause(words(line), weight));
        }
        failedAt = line.number();
    }

    private Weight weight(Line line) {
        var first = (isWarnedBefore(line) ? Objects.requireNonNull(warning) : line).text();
        return Commentary.isUnnamed(first)
                ? Weight.UNNAMED
                : Commentary.isConsequence(first) ? Weight.CONSEQUENCE : Weight.CAUSE;
    }

    private boolean isWarnedBefore(Line line) {
        return warning != null && warning.number() < line.number() && Commentary.isConsequence(line.text());
    }

    /** Returns how the section failed; null if it did not. */
    @Nullable
    String cause(int section) {
        var cause = causes.get(section);
        return cause == null ? null : cause.words();
    }

    /**
     * Returns what failed where no section began; null if nothing did. Then a warning after which nothing was measured counts,
     * if it is not known to be harmless.
     */
    @Nullable
    String causeBeforeSections() {
        boolean counts = warning != null && (returned || !Commentary.isHarmless(warning.text()));
        return causes.containsKey(0) || !counts
                ? cause(0)
                : Failing.says(Objects.requireNonNull(warning).number(), warning.text());
    }

    /** Forgets how the section failed that did so first, so that a long log does not fill the memory. */
    void forgetCauses(int most) {
        var eldest = causes.keySet().iterator();
        while (causes.size() > most) {
            eldest.next();
            eldest.remove();
        }
    }

    private String words(Line line) {
        return (isWarnedBefore(line)
                ? Failing.says(Objects.requireNonNull(warning).number(), warning.text()) + "; then "
                : "")
                + Failing.says(line.number(), line.text()) + before(line);
    }

    /** Returns what to say of the line that was printed last before this one; empty if there was none. */
    String before(Line line) {
        return printed == null || printedAt == line.number()
                ? ""
                : "; the last line before it, " + printedAt + ", is " + Failing.quoted(printed);
    }

    /** The section that began last, unless a command was shown since, whose section it is not; 0 if there is none. */
    int latestSection() {
        return open || nextCommand == null ? numbers.last : 0;
    }

    boolean isOpen() {
        return open;
    }

    private void forget() {
        facts.clear();
        tunings.clear();
        communicators.clear();
    }

    /** What a line says of a failure, the least first. */
    private enum Weight {
        LAUNCHER,
        UNNAMED,
        CONSEQUENCE,
        CAUSE
    }

    private record Cause(String words, Weight weight) {}

    /** Sections are counted over all logs of an archive. */
    static final class SectionNumbers {

        private int last;
    }
}
