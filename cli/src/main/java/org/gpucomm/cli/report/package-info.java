/** {@code gpucomm report}: writes your rows beside the claims and figures of the EFA study, in one file. */
@NullMarked
package org.gpucomm.cli.report;

import org.jspecify.annotations.NullMarked;
