package org.gpucomm.server.kept;

import java.util.List;

import org.gpucomm.server.series.Sequence;
import org.jspecify.annotations.Nullable;

/**
 * This record is the state of the tables that an answer is made of: what was answered over one is the answer over any that equals it.
 *
 * @param changes   see {@link Sequence#changes(java.util.Collection)}, of what the answer is made of
 * @param importing the same with all that is shown of each upload that is being read, since what becomes of it by and by is not
 *                  counted; empty for an answer that shows none of it
 */
record TableState(List<Long> changes, List<List<@Nullable Object>> importing) {}
