package org.gpucomm.results.format.json;

import java.util.List;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.Entry.Fact;

/** One JSON document of one program: takes what is read and makes measurements of it. */
interface Document extends JsonTokens.Sink {

    @Override
    default void begin(String path) {}

    /** What became complete since this was asked last. */
    Found take();

    /** What the document told of the run, flags too. @param whole whether it came to its end */
    List<Fact> facts(boolean whole);

    /**
     * @param problems results that could not be used, in words
     */
    record Found(List<Measurement> measurements, List<String> problems) {}
}
