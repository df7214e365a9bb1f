@NullMarked
package org.gpucomm.server.kept;

import org.jspecify.annotations.NullMarked;
