@NullMarked
package org.gpucomm.cli.accept;

import org.jspecify.annotations.NullMarked;
