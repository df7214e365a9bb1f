@NullMarked
package org.gpucomm.results.format.perturbed;

import org.jspecify.annotations.NullMarked;
