/** {@code gpucomm report}: writes one file that compares your rows with the EFA study. */
@NullMarked
package org.gpucomm.cli.report;

import org.jspecify.annotations.NullMarked;
