/** Communication between the processes of a run, over TCP. */
@NullMarked
package org.gpucomm.runner.rendezvous;

import org.jspecify.annotations.NullMarked;
