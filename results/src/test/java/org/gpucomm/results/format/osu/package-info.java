@NullMarked
package org.gpucomm.results.format.osu;

import org.jspecify.annotations.NullMarked;
