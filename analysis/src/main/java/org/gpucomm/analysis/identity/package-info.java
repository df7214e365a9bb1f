/**
 * What a series is, for every page, figure, finding and export: metric, identity, place, aggregate, filter and key.
 *
 * <p>
 * A {@link SeriesKey} says what a curve is of. It has three parts, and all points of one curve have
 * the same key but for what the curve runs along:
 * <ul>
 * <li>{@link Identity}: what was measured and how: operation, library, variant, datatype, reduction,
 * placement, problem, tool family, timing, hardware, transport, settings, ranks, nodes and layout;
 * <li>{@link Place}: on which cluster, or on which hosts;
 * <li>{@link org.gpucomm.results.Stack}: with which versions of tool and library.
 * </ul>
 * Measurements of one identity, place and stack are repetitions of one another. What is not known is a value of its own and
 * never equals a known one. A history is one identity and place over all stacks; a scaling curve is one
 * {@link SeriesKey#alongRanks()}.
 *
 * <p>
 * How to use it: {@code Circumstances.of(facts)} once a run, then {@code SeriesKey.of(measurement, circumstances)} a
 * measurement; the tables keep the circumstances of each run, and give the same keys. {@code Spread.of(values)} is what
 * several measurements of one point are drawn as: their median, with least, most, quartiles and n.
 */
@NullMarked
package org.gpucomm.analysis.identity;

import org.jspecify.annotations.NullMarked;
