@NullMarked
package org.gpucomm.results.format.customtable;

import org.jspecify.annotations.NullMarked;
