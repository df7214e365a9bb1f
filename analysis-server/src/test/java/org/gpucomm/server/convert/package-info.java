@NullMarked
package org.gpucomm.server.convert;

import org.jspecify.annotations.NullMarked;
