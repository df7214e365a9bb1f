/** How the processes of a run talk: a small TCP rendezvous. */
@NullMarked
package org.gpucomm.runner.rendezvous;

import org.jspecify.annotations.NullMarked;
