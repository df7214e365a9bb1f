/**
 * Figure specs: YAML files that say which rows a figure shows and how, and what becomes of them when the rows are there.
 * Every key is explained in {@code docs/figures.md}.
 */
@NullMarked
package org.gpucomm.figures.spec;

import org.jspecify.annotations.NullMarked;
