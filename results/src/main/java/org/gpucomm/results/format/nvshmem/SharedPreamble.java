package org.gpucomm.results.format.nvshmem;

import java.util.List;

import org.gpucomm.results.format.Entry.Fact;

/** State shared by the writers of a log: the preamble of the current or next run. */
final class SharedPreamble {

    private Preamble preamble = new Preamble();
    private int section;
    private boolean used;

    Preamble preamble() {
        return preamble;
    }

    /** Returns the section of the latest run; 0 before the first. */
    int section() {
        return section;
    }

    /** Reads a line of a preamble. A PE that is already in it, or options after a run began, begin the next one. */
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
