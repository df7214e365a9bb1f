package org.gpucomm.figures.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

import org.gpucomm.figures.report.OwnClaims.Saying;
import org.gpucomm.figures.report.OwnRows.CountAndSize;

/** Count of the places where a ratio is above one, as in the study, by more than 3 %. */
final class Tally {

    private final List<String> sentences = new ArrayList<>();
    private int agrees;
    private int differs;
    private int alike;

    /** @param ratio above one if the place agrees with the study @param words description of the comparison */
    void add(List<CountAndSize> places, ToDoubleFunction<CountAndSize> ratio, String words) {
        int above = (int) places.stream().filter(place -> ratio.applyAsDouble(place) > OwnClaims.ALIKE).count();
        int below = (int) places.stream().filter(place -> ratio.applyAsDouble(place) * OwnClaims.ALIKE < 1).count();
        int between = places.size() - above - below;
        sentences.add(words + ", at " + OwnClaims.counted(places) + ": " + above + " as in the study, " + below
                + " the other way round, " + between + " alike within 3 %.");
        agrees += above;
        differs += below;
        alike += between;
    }

    boolean isEmpty() {
        return sentences.isEmpty();
    }

    Saying saying() {
        return Saying.of(agrees, differs, alike, List.copyOf(sentences));
    }
}
