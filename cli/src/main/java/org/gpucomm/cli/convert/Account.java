package org.gpucomm.cli.convert;

import java.io.PrintWriter;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;

import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Flag;
import org.gpucomm.results.format.Format;
import org.gpucomm.results.format.LogReader;
import org.jspecify.annotations.Nullable;

/** Report on the lines of an upload: per log of an archive, and in total. */
final class Account {

    private static final int MOST_FLAGS = 50;
    private static final Set<Flag> WRONG = EnumSet.of(Flag.ABORTED, Flag.WRONG_DATA, Flag.OUT_OF_BOUNDS,
            Flag.BELOW_MINIMUM);

    private final String upload;
    private final LogReader reader;
    private final PrintWriter err;
    private final LineCounts total = new LineCounts();
    private LineCounts ofMember = new LineCounts();
    private @Nullable String member;
    private int members;
    private final Set<String> flags = new LinkedHashSet<>();
    private boolean wrong;

    Account(String upload, LogReader reader, PrintWriter err) {
        this.upload = upload;
        this.reader = reader;
        this.err = err;
    }

    /** Counts the entry that the reader returned last. */
    void count(Entry entry) {
        if (!reader.source().equals(member)) {
            endMember();
            member = reader.source();
            members++;
        }
        ofMember.count(entry);
        if (entry instanceof Entry.Note note && !note.facts().isEmpty()) {
            for (var flag : Flag.values()) {
                note.flag(flag).ifPresent(detail -> {
                    flags.add("run " + Math.max(1, note.section()) + ", " + flag.title() + ": " + detail);
                    wrong |= WRONG.contains(flag);
                });
            }
        }
    }

    /** Returns whether a run failed or has wrong results. */
    boolean isWrong() {
        return wrong;
    }

    LineCounts total() {
        return total;
    }

    /** Prints the totals after the last entry. */
    void end() {
        endMember();
        var formats = reader.formats().stream().map(Format::id).collect(Collectors.joining(" + "));
        var wrappings = reader.wrappings().isEmpty() ? "" : " in " + String.join(" + ", reader.wrappings());
        var files = reader.isArchive() ? " in " + members + (members == 1 ? " file" : " files") : "";
        err.println(upload + ": " + formats + wrappings + ", " + total + files);
        flags.stream().limit(MOST_FLAGS).forEach(flag -> err.println(upload + ": " + flag));
        if (flags.size() > MOST_FLAGS) {
            err.println(upload + ": " + (flags.size() - MOST_FLAGS) + " more runs with which something is wrong");
        }
    }

    private void endMember() {
        if (member != null && reader.isArchive()) {
            err.println(upload + ": " + member + ": " + ofMember);
        }
        total.add(ofMember);
        ofMember = new LineCounts();
    }
}
