package org.gpucomm.results.format.json;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.Log;

/** Receiver of the values in one JSON document of one program, from which it makes measurements. */
abstract class Document implements JsonTokens.Sink {

    protected final Log log;
    protected final int section;
    /** Results that {@link JsonParser} has not taken yet. */
    protected final List<Measurement> measurements = new ArrayList<>();
    /** Descriptions of results that could not be used. */
    protected final List<String> problems = new ArrayList<>();

    Document(Log log, int section) {
        this.log = log;
        this.section = section;
    }

    /** Returns the first line that is not blank. */
    static Optional<String> first(List<String> head) {
        return head.stream().filter(line -> !line.isBlank()).findFirst();
    }

    /** Returns whether the first line that is not blank begins with an opening brace. */
    static boolean isObject(List<String> head) {
        return first(head).filter(line -> line.stripLeading().startsWith("{")).isPresent();
    }

    static boolean contains(List<String> head, String text) {
        return head.stream().anyMatch(line -> line.contains(text));
    }

    @Override
    public void begin(String path) {}

    /**
     * Returns the facts and flags that the document reports about the run.
     *
     * @param whole whether the document was read to its end
     */
    abstract List<Fact> facts(boolean whole);

}
