@NullMarked
package org.gpucomm.server.analysis.rules;

import org.jspecify.annotations.NullMarked;
