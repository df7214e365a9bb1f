package org.gpucomm.analysis.series;

/**
 * Set of uploads that an answer covers.
 *
 * @param until  sequence number for links, which then show the same data for ever
 * @param pinned whether the request named this number
 * @param latest sequence number of the last visible upload
 * @param newer  number of matching runs in later uploads, which would change the answer
 */
public record Snapshot(long until, boolean pinned, long latest, long newer) {}
