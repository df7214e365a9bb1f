/** Reading of results and of server baselines, common to the commands that examine results. */
@NullMarked
package org.gpucomm.cli.evidence;

import org.jspecify.annotations.NullMarked;
