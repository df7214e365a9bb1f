/**
 * The canonical measurement: one measured point of a GPU communication benchmark, its units and its columns in CSV.
 * {@code docs/glossary.md} defines the terms.
 */
@NullMarked
package org.gpucomm.results;

import org.jspecify.annotations.NullMarked;
