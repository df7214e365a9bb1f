package org.gpucomm.results.format.deepep;

import org.gpucomm.results.NamedValues;
import org.jspecify.annotations.Nullable;

/** State shared by the writers of a log: the current run, its configuration, and whether it has results. */
final class DeepepRuns {

    private int section;
    private boolean ofAllRanks;
    private boolean results;
    private NamedValues config = NamedValues.NONE;
    private @Nullable Integer ranks;

    void begin(int number, boolean all) {
        section = number;
        ofAllRanks = all;
        results = false;
        config = NamedValues.NONE;
        ranks = null;
    }

    int section() {
        return section;
    }

    /** Returns whether every rank prints its own results. */
    boolean isOfAllRanks() {
        return ofAllRanks;
    }

    boolean hasResults() {
        return results;
    }

    void resultRead() {
        results = true;
    }

    NamedValues config() {
        return config;
    }

    @Nullable
    Integer ranks() {
        return ranks;
    }

    /** Takes the configuration and returns whether it is new. */
    boolean configured(NamedValues settings, @Nullable Integer count) {
        boolean news = !settings.equals(config);
        config = settings;
        ranks = count;
        return news;
    }
}
