@NullMarked
package org.gpucomm.results.upload;

import org.jspecify.annotations.NullMarked;
