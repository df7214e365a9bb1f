/** Output, progress, errors and exit codes common to all commands. */
@NullMarked
package org.gpucomm.cli.terminal;

import org.jspecify.annotations.NullMarked;
