/** Claims of the EFA study over HTTP, and comparisons of stored runs with the study. */
@NullMarked
package org.gpucomm.server.study;

import org.jspecify.annotations.NullMarked;
