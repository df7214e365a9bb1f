@NullMarked
package org.gpucomm.results.format.canonical;

import org.jspecify.annotations.NullMarked;
