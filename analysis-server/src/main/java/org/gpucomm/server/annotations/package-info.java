/** Tags and notes on runs, and baselines made of runs. */
@NullMarked
package org.gpucomm.server.annotations;

import org.jspecify.annotations.NullMarked;
