/** Where the compressed bytes of uploads lie: a folder of the data directory, or a bucket of S3. */
@NullMarked
package org.gpucomm.server.store;

import org.jspecify.annotations.NullMarked;
