/** What a server holds and does, in the numbers that those who run it need: bytes, and imports that wait or fail. */
@NullMarked
package org.gpucomm.server.usage;

import org.jspecify.annotations.NullMarked;
