@NullMarked
package org.gpucomm.cli.tune;

import org.jspecify.annotations.NullMarked;
