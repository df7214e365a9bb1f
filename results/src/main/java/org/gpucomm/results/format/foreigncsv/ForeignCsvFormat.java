package org.gpucomm.results.format.foreigncsv;

import java.util.List;
import java.util.Optional;

import org.gpucomm.results.format.Format;
import org.gpucomm.results.format.Log;
import org.jspecify.annotations.Nullable;

/** Tables of which only the header tells what they hold; asked after all formats that are known. */
public final class ForeignCsvFormat implements Format.OfFile {

    private final @Nullable Mapping mapping;

    public ForeignCsvFormat() {
        this.mapping = null;
    }

    private ForeignCsvFormat(Mapping mapping) {
        this.mapping = mapping;
    }

    @Override
    public String id() {
        return "csv";
    }

    @Override
    public String description() {
        return "any CSV with columns of sizes and of times or bandwidths, units in the header";
    }

    @Override
    public int version() {
        return 1;
    }

    /** Whether the head is a table with a size or a number of ranks, and a time or a bandwidth, known or likely. */
    @Override
    public boolean recognises(List<String> head) {
        return Proposal.of(head, "").filter(proposed -> (proposed.has(Meaning.SIZE) || proposed.has(Meaning.RANKS))
                && proposed.columns().stream().anyMatch(column -> column.meaning().isMeasured())).isPresent();
    }

    /** What the columns of a file that begins so mean; empty if it is no table at all. @param source its name */
    public static Optional<Mapping> propose(List<String> head, String source) {
        return Proposal.of(head, source);
    }

    /** This format for tables of one header. */
    public ForeignCsvFormat with(Mapping known) {
        return new ForeignCsvFormat(known);
    }

    /** Whether it knows what columns mean. */
    public boolean isReady() {
        return mapping != null;
    }

    /** @throws IllegalStateException if it is not known what the columns mean: {@link #with} comes before */
    @Override
    public Parser open(Log log) {
        if (mapping == null) {
            throw new IllegalStateException("a table is read by a mapping of its columns");
        }
        return new ForeignCsvParser(log, mapping);
    }
}
