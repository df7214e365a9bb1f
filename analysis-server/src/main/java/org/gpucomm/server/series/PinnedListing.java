package org.gpucomm.server.series;

import java.util.List;

/**
 * One page of something that grows with uploads.
 *
 * @param total how many there are on all pages
 * @param data  which uploads it is over
 */
public record PinnedListing<T>(long total, List<T> items, Snapshot data) {}
