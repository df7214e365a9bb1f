@NullMarked
package org.gpucomm.analysis.rules;

import org.jspecify.annotations.NullMarked;
