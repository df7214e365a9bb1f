package org.gpucomm.figures.view;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Common parts of several things, and the parts that differ. */
public final class Telling {

    private final List<List<String>> things;
    private final List<Integer> differing;

    /** @param things what is said of each, all in one order; an empty text says nothing */
    public Telling(List<List<String>> things) {
        this.things = things;
        int parts = things.isEmpty() ? 0 : things.getFirst().size();
        this.differing = IntStream.range(0, parts)
                .filter(at -> things.stream().map(thing -> thing.get(at)).distinct().count() > 1).boxed().toList();
    }

    /** What all of them say. */
    public List<String> common() {
        return things.isEmpty()
                ? List.of()
                : IntStream.range(0, things.getFirst().size()).filter(at -> !differing.contains(at))
                        .mapToObj(things.getFirst()::get).filter(part -> !part.isEmpty()).toList();
    }

    /** What this one says and not all do; empty where nothing differs. */
    public String name(int thing) {
        return differing.stream().map(things.get(thing)::get).filter(part -> !part.isEmpty())
                .collect(Collectors.joining(" · "));
    }
}
