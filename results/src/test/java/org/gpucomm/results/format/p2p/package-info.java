@NullMarked
package org.gpucomm.results.format.p2p;

import org.jspecify.annotations.NullMarked;
