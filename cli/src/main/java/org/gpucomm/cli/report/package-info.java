/** {@code gpucomm report}: writes an HTML file that compares a user's rows with the EFA study. */
@NullMarked
package org.gpucomm.cli.report;

import org.jspecify.annotations.NullMarked;
