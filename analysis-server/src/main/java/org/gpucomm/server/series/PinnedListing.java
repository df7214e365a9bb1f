package org.gpucomm.server.series;

import org.gpucomm.analysis.series.Snapshot;
import java.util.List;

/** Page of a list that grows with uploads. @param total number of items on all pages */
public record PinnedListing<T>(long total, List<T> items, Snapshot data) {}
