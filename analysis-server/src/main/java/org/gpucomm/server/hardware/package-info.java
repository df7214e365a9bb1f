/** Hardware profiles that the users of a server store in it. */
@NullMarked
package org.gpucomm.server.hardware;

import org.jspecify.annotations.NullMarked;
