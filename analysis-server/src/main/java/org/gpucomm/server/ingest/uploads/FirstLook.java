package org.gpucomm.server.ingest.uploads;

import org.jspecify.annotations.Nullable;

/** Short analysis of an upload for its sender, implemented by the package that analyses. */
@FunctionalInterface
public interface FirstLook {

    /** @param upload id of an upload that is ready */
    Look at(String upload);

    /**
     * @param said    null if there are too many measurements to answer at once, or on failure
     * @param failure message for the sender if the analysis failed; null = it did not fail
     */
    record Look(@Nullable Said said, @Nullable String failure) {

        static final Look NOT_YET = new Look(null, null);
    }

    /** Headline, and the number of findings of each severity. */
    record Said(long wrong, long warning, long notice, String headline) {}
}
