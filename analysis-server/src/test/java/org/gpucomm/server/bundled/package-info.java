@NullMarked
package org.gpucomm.server.bundled;

import org.jspecify.annotations.NullMarked;
