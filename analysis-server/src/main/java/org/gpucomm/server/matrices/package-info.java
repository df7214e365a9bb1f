/** HTTP interface of matrices. */
@NullMarked
package org.gpucomm.server.matrices;

import org.jspecify.annotations.NullMarked;
