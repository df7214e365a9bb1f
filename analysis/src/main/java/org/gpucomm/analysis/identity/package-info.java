/**
 * Series, as every page, figure, finding and export uses them: metric, identity, place, aggregate, filter and key.
 *
 * <p> A {@link SeriesKey} identifies a curve. It has three parts, and all points of one curve have the same key, except for the dimension
 * along which the curve runs:
 * <ul>
 * <li>{@link Identity}: what was measured and how: operation, library, variant, datatype, reduction, placement, problem, tool family,
 * timing, hardware, transport, settings, ranks, nodes and layout;
 * <li>{@link Place}: cluster or hosts;
 * <li>{@link org.gpucomm.results.Stack}: versions of tool and library.
 * </ul> Measurements with the same identity, place and stack are repetitions of each other. Unknown is a value of its own and never
 * equals a known one. A history is one identity and place over all stacks; a scaling curve is one {@link SeriesKey#alongRanks()}.
 *
 * <p> Usage: {@code Circumstances.of(facts)} once per run, then {@code SeriesKey.of(measurement, circumstances)} for each measurement.
 * The tables store the circumstances of each run and give the same keys. {@code Spread.of(values)} summarises several measurements of one
 * point: median, minimum, maximum, quartiles and n.
 */
@NullMarked
package org.gpucomm.analysis.identity;

import org.jspecify.annotations.NullMarked;
