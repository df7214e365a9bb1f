package org.gpucomm.results.format.json;

import java.util.ArrayList;
import java.util.List;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.Log;

/** Receiver of the values in one JSON document of one program, from which it makes measurements. */
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
     * Returns the facts and flags that the document reports about the run.
     *
     * @param whole whether the document was read to its end
     */
    abstract List<Fact> facts(boolean whole);

    /** Returns the results completed since the last call. */
    Found take() {
        var found = new Found(List.copyOf(measurements), List.copyOf(problems));
        measurements.clear();
        problems.clear();
        return found;
    }

    /** @param problems descriptions of results that could not be used */
    record Found(List<Measurement> measurements, List<String> problems) {}
}
