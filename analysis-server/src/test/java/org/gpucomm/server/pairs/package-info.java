@NullMarked
package org.gpucomm.server.pairs;

import org.jspecify.annotations.NullMarked;
