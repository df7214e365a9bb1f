@NullMarked
package org.gpucomm.server.report;

import org.jspecify.annotations.NullMarked;
