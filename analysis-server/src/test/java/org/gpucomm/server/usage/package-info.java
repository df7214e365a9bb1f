@NullMarked
package org.gpucomm.server.usage;

import org.jspecify.annotations.NullMarked;
