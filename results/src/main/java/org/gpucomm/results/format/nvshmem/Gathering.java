package org.gpucomm.results.format.nvshmem;

import java.util.List;

import org.gpucomm.results.format.Entry.Fact;

/** State that the writers of a log share: the preamble of the run that is about to begin, or has begun. */
final class Gathering {

    private Preamble preamble = new Preamble();
    private int section;
    private boolean used;

    Preamble preamble() {
        return preamble;
    }

    /** Returns the section of the run that began last; 0 before the first. */
    int section() {
        return section;
    }

    /** @param line of a PE that spoke before, or options after a run began, belong to the next run */
    List<Fact> read(String line) {
        if (preamble.has(line) || used && line.contains("Runtime options")) {
            preamble = new Preamble();
            used = false;
        }
        return preamble.read(line);
    }

    void usedBy(NvshmemRun begun) {
        section = begun.section();
        used = true;
    }
}
