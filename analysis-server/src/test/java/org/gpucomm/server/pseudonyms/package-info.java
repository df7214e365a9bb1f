@NullMarked
package org.gpucomm.server.pseudonyms;

import org.jspecify.annotations.NullMarked;
