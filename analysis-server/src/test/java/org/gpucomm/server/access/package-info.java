@NullMarked
package org.gpucomm.server.access;

import org.jspecify.annotations.NullMarked;
