@NullMarked
package org.gpucomm.cli.terminal;

import org.jspecify.annotations.NullMarked;
