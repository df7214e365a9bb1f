@NullMarked
package org.gpucomm.results.format.study;

import org.jspecify.annotations.NullMarked;
