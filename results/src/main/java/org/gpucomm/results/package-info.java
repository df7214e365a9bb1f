/**
 * The canonical measurement: what one measured point of a GPU communication benchmark is, in which units, and how it is
 * written as CSV. Words are those of {@code docs/glossary.md}.
 */
@NullMarked
package org.gpucomm.results;

import org.jspecify.annotations.NullMarked;
