package org.gpucomm.results.format.json;

import java.util.ArrayList;
import java.util.List;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.Log;

/** One JSON document of one program takes what is read and makes measurements of it. */
abstract class Document implements JsonTokens.Sink {

    protected final Log log;
    protected final int section;
    protected final List<Measurement> measurements = new ArrayList<>();
    protected final List<String> problems = new ArrayList<>();

    Document(Log log, int section) {
        this.log = log;
        this.section = section;
    }

    @Override
    public void begin(String path) {}

    /**
     * Returns what the document reported of the run, flags too.
     *
     * @param whole whether it came to its end
     */
    abstract List<Fact> facts(boolean whole);

    /** Returns what became complete since this was asked last. */
    Found take() {
        var found = new Found(List.copyOf(measurements), List.copyOf(problems));
        measurements.clear();
        problems.clear();
        return found;
    }

    /**
     * @param problems results that could not be used, in words
     */
    record Found(List<Measurement> measurements, List<String> problems) {}
}
