@NullMarked
package org.gpucomm.server.backup;

import org.jspecify.annotations.NullMarked;
