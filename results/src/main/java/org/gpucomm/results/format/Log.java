package org.gpucomm.results.format;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.commentary.Commentary;
import org.jspecify.annotations.Nullable;

/**
 * What the parsers of one file share: its name, the numbers of its sections, and what was said around their tables. A fact
 * belongs to the section that is open when it is said, or to the next; nothing is inherited from the section before.
 */
public final class Log {

    private final String source;
    private final Numbers numbers;
    private final Map<String, String> facts = new HashMap<>();
    private @Nullable String command;
    private @Nullable String nextCommand;
    private boolean open;

    Log(String source, Numbers numbers) {
        this.source = source;
        this.numbers = numbers;
    }

    /** A log by itself: for parsers of a whole file, and tests. */
    public static Log of(String source) {
        return new Log(source, new Numbers());
    }

    /** Name of the file; with directories where it was in an archive. */
    public String source() {
        return source;
    }

    /** A section begins, which ends the one before. @return its number in the whole upload, 1 first */
    public int begin() {
        if (open) {
            facts.clear();
        }
        open = true;
        command = nextCommand;
        nextCommand = null;
        return ++numbers.last;
    }

    /** The section has said its last word: what is said now belongs to the next. */
    public void close() {
        if (open) {
            open = false;
            facts.clear();
            command = null;
        }
    }

    /** The section that something said now belongs to: the one that is open, else the next. */
    public int section() {
        return open ? numbers.last : numbers.last + 1;
    }

    /** What was said last of {@code name} for this section. */
    public Optional<String> fact(String name) {
        return Optional.ofNullable(facts.get(name));
    }

    /** The command line that started this section's program, where the log shows it. */
    public Optional<String> command() {
        return Optional.ofNullable(command);
    }

    public void tell(List<Fact> said) {
        for (var fact : said) {
            facts.put(fact.name(), fact.value());
        }
    }

    /** What a text that a parser came upon tells of software, hardware and settings, as it would between tables. */
    public List<Fact> said(String text) {
        var facts = Commentary.facts(text);
        tell(facts);
        return facts;
    }

    /** A command line was seen: it is the next section's. */
    void command(String line) {
        nextCommand = line;
    }

    /** Sections are counted over all logs of an archive. */
    static final class Numbers {

        private int last;
    }
}
