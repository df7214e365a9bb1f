@NullMarked
package org.gpucomm.cli.convert;

import org.jspecify.annotations.NullMarked;
