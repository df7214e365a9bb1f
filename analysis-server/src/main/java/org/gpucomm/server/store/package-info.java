/** Store of compressed uploads and of their Parquet tables: folders of the data directory, or an S3 bucket. */
@NullMarked
package org.gpucomm.server.store;

import org.jspecify.annotations.NullMarked;
