package org.gpucomm.server.series;

import org.gpucomm.analysis.identity.CurveHead;

/** Rule for which measurements are one curve, and at one x one point. */
public enum Combine {
    /** Each run its own curves. */
    runs("each curve is one run"),
    /** Runs of the same identity, place and versions. */
    repetitions("each curve is all runs of the same identity, place and versions"),
    /** Runs of the same identity and place, by whatever versions. */
    versions("each curve is all runs of the same identity and place, whatever the versions"),
    /** Runs of the same identity. */
    places("each curve is all runs of the same identity, whatever the place and the versions");

    private final String sentence;

    Combine(String sentence) {
        this.sentence = sentence;
    }

    String sentence() {
        return sentence;
    }

    /** Returns what all measurements of one curve have in common. */
    Object common(CurveHead head, XAxis x) {
        var key = x == XAxis.gpus ? head.key().alongRanks() : head.key();
        return switch (this) {
            case runs, repetitions -> key;
            case versions -> key.history();
            case places -> key.identity();
        };
    }
}
