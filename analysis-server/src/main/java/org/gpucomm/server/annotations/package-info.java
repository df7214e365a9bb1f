/** Tags, notes and baselines that people give to runs. */
@NullMarked
package org.gpucomm.server.annotations;

import org.jspecify.annotations.NullMarked;
