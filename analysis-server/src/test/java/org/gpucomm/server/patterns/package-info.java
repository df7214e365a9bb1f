/** What the regular expressions of all modules do with a long line. */
@NullMarked
package org.gpucomm.server.patterns;

import org.jspecify.annotations.NullMarked;
