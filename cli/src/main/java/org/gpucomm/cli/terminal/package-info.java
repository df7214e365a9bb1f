/** Output, progress, errors and exit codes that all commands share. */
@NullMarked
package org.gpucomm.cli.terminal;

import org.jspecify.annotations.NullMarked;
