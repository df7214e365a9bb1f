@NullMarked
package org.gpucomm.server.alerts;
import org.jspecify.annotations.NullMarked;
