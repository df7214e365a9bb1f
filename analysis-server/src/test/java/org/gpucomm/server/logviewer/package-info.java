@NullMarked
package org.gpucomm.server.logviewer;

import org.jspecify.annotations.NullMarked;
