/** Bundled figures over HTTP. */
@NullMarked
package org.gpucomm.server.figures;

import org.jspecify.annotations.NullMarked;
