/** Store of the compressed bytes of uploads: a folder of the data directory, or an S3 bucket. */
@NullMarked
package org.gpucomm.server.store;

import org.jspecify.annotations.NullMarked;
