package org.gpucomm.analysis.series;

import org.gpucomm.analysis.identity.CurveHead;

/** Rule that decides which measurements belong to one curve, and to one point at each x. */
public enum Combine {
    /** Each run has its own curves. */
    runs,
    /** Runs with the same identity, place and versions share a curve. */
    repetitions,
    /** Runs with the same identity and place share a curve, whatever their versions. */
    versions,
    /** Runs with the same identity share a curve. */
    places;

    /** Returns the key that all measurements of one curve share. */
    Object common(CurveHead head, XAxis x) {
        var key = x == XAxis.gpus ? head.key().alongRanks() : head.key();
        return switch (this) {
            case runs, repetitions -> key;
            case versions -> key.history();
            case places -> key.identity();
        };
    }
}
