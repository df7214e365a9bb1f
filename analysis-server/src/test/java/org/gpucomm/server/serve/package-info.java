@NullMarked
package org.gpucomm.server.serve;

import org.jspecify.annotations.NullMarked;
