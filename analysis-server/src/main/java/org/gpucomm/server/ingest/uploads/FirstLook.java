package org.gpucomm.server.ingest.uploads;

import java.util.Optional;

/**
 * This interface is what the measurements of an upload say, in short, for whoever sends it. Whoever analyses brings one.
 */
@FunctionalInterface
public interface FirstLook {

    /** Empty when they are too many to say it at once. @param upload id of one that is ready */
    Optional<Said> at(String upload);

    /**
     * This record tells how many findings there are of each severity.
     *
     * @param headline what an expert would say first
     */
    record Said(long wrong, long warning, long notice, String headline) {}
}
