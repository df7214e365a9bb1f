/** Plans: many benchmarks from one file, interleaved, resumable, each step a process of its own. */
@NullMarked
package org.gpucomm.runner.plan;

import org.jspecify.annotations.NullMarked;
