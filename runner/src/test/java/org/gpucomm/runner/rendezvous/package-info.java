@NullMarked
package org.gpucomm.runner.rendezvous;

import org.jspecify.annotations.NullMarked;
