package org.gpucomm.server.series;

/**
 * Uploads that an answer is over.
 *
 * @param until  the sequence number that a link carries to show the same data for ever
 * @param pinned whether the request named it
 * @param latest that of the last upload that is shown here
 * @param newer  runs of later uploads that match the same choice: taking them in would change the answer
 */
public record Snapshot(long until, boolean pinned, long latest, long newer) {}
