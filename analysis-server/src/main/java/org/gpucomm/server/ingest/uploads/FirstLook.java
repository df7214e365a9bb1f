package org.gpucomm.server.ingest.uploads;

import org.jspecify.annotations.Nullable;

/** Short summary of the measurements of an upload, for its sender. Anyone who analyses brings one. */
@FunctionalInterface
public interface FirstLook {

    /** @param upload id of one that is ready */
    Look at(String upload);

    /**
     * Summary of a first look.
     *
     * @param said    null when they are too many to say it at once, and where it failed
     * @param failure why nothing can be said of them, in words for anyone who sent them; null where nothing failed
     */
    record Look(@Nullable Said said, @Nullable String failure) {

        static final Look NOT_YET = new Look(null, null);
    }

    /**
     * Number of findings of each severity.
     *
     * @param headline what an expert would say first
     */
    record Said(long wrong, long warning, long notice, String headline) {}
}
