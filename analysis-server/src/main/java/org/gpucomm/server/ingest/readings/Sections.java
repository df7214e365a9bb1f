package org.gpucomm.server.ingest.readings;

import java.io.IOException;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.LogReader;
import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.server.ingest.files.StoredFiles;
import org.springframework.stereotype.Component;

/** The measurements of a run as the stored file has them, with every digit: the tables hold numbers for querying only. */
@Component
public class Sections {

    private final StoredFiles files;
    private final Mappings mappings;

    Sections(StoredFiles files, Mappings mappings) {
        this.files = files;
        this.mappings = mappings;
    }

    /**
     * Reads a run from the stored upload, in constant memory.
     *
     * @param sha256   of the upload
     * @param filename under which it was read
     * @param run      its number in the upload
     * @param visitor  told each measurement until it wants no more
     */
    public void read(String sha256, String filename, int run, Visitor visitor) throws IOException {
        var numbers = new RunNumbers();
        try (var log = LogReader.open(files.open(sha256), filename, mappings.ofShown(sha256))) {
            for (var entry = log.next(); entry != null; entry = log.next()) {
                if (entry instanceof Entry.Row row && numbers.of(row.measurements().getFirst()) == run
                        && !visit(row, visitor)) {
                    return;
                }
            }
        } catch (UnreadableFile | RefusedFile e) {
            throw new IOException("upload " + sha256 + " was readable once and is not now: " + e.getMessage(), e);
        }
    }

    private static boolean visit(Entry.Row row, Visitor visitor) throws IOException {
        for (var measurement : row.measurements()) {
            if (!visitor.visit(measurement)) {
                return false;
            }
        }
        return true;
    }

    /** This interface looks at one measurement after the other. */
    @FunctionalInterface
    public interface Visitor {

        /** Returns whether more is wanted. */
        boolean visit(Measurement measurement) throws IOException;
    }
}
