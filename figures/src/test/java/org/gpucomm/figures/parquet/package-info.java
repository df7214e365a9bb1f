@NullMarked
package org.gpucomm.figures.parquet;

import org.jspecify.annotations.NullMarked;
