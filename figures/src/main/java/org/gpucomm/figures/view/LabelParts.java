package org.gpucomm.figures.view;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Parts of several labels: the parts common to all labels, and the differing parts. */
public final class LabelParts {

    private final List<List<String>> things;
    private final List<Integer> differing;

    /** @param things parts of each label, in the same order; an empty text is no part */
    public LabelParts(List<List<String>> things) {
        this.things = things;
        int parts = things.isEmpty() ? 0 : things.getFirst().size();
        this.differing = IntStream.range(0, parts)
                .filter(at -> things.stream().map(thing -> thing.get(at)).distinct().count() > 1).boxed().toList();
    }

    /** Returns the parts common to all labels. */
    public List<String> common() {
        return things.isEmpty()
                ? List.of()
                : IntStream.range(0, things.getFirst().size()).filter(at -> !differing.contains(at))
                        .mapToObj(things.getFirst()::get).filter(part -> !part.isEmpty()).toList();
    }

    /** Returns the differing parts of one label, joined; empty if the labels do not differ. */
    public String name(int thing) {
        return differing.stream().map(things.get(thing)::get).filter(part -> !part.isEmpty())
                .collect(Collectors.joining(" · "));
    }
}
