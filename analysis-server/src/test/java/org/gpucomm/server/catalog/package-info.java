@NullMarked
package org.gpucomm.server.catalog;

import org.jspecify.annotations.NullMarked;
