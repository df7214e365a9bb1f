@NullMarked
package org.gpucomm.cli.figures;

import org.jspecify.annotations.NullMarked;
