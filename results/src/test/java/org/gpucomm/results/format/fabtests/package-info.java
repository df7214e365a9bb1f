@NullMarked
package org.gpucomm.results.format.fabtests;

import org.jspecify.annotations.NullMarked;
