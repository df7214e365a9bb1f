@NullMarked
package org.gpucomm.server;

import org.jspecify.annotations.NullMarked;
