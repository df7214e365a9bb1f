/** Hardware profiles that the users of a server store on it. */
@NullMarked
package org.gpucomm.server.hardware;

import org.jspecify.annotations.NullMarked;
