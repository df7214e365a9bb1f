package org.gpucomm.server.convert;

import java.io.PrintWriter;
import java.util.stream.Collectors;

import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Format;
import org.gpucomm.results.format.LogReader;
import org.jspecify.annotations.Nullable;

/** Says what became of the lines of an upload; in an archive, of each log in it and of all. */
final class Account {

    private final String upload;
    private final LogReader reader;
    private final PrintWriter err;
    private final Tally total = new Tally();
    private Tally ofMember = new Tally();
    private @Nullable String member;
    private int members;

    Account(String upload, LogReader reader, PrintWriter err) {
        this.upload = upload;
        this.reader = reader;
        this.err = err;
    }

    /** The entry that the reader returned last. */
    void count(Entry entry) {
        if (!reader.source().equals(member)) {
            endMember();
            member = reader.source();
            members++;
        }
        ofMember.count(entry);
    }

    Tally total() {
        return total;
    }

    /** After the last entry. */
    void end() {
        endMember();
        var formats = reader.formats().stream().map(Format::id).collect(Collectors.joining(" + "));
        var wrappings = reader.wrappings().isEmpty() ? "" : " in " + String.join(" + ", reader.wrappings());
        var files = reader.isArchive() ? " in " + members + (members == 1 ? " file" : " files") : "";
        err.println(upload + ": " + formats + wrappings + ", " + total + files);
    }

    private void endMember() {
        if (member != null && reader.isArchive()) {
            err.println(upload + ": " + member + ": " + ofMember);
        }
        total.add(ofMember);
        ofMember = new Tally();
    }
}
