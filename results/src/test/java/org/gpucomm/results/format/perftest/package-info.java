@NullMarked
package org.gpucomm.results.format.perftest;

import org.jspecify.annotations.NullMarked;
