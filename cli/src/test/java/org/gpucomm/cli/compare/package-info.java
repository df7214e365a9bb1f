@NullMarked
package org.gpucomm.cli.compare;

import org.jspecify.annotations.NullMarked;
