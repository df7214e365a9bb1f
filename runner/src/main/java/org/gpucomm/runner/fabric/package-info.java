/** libfabric measured directly: sends, writes, reads and all-to-all over the network interfaces of one or more hosts. */
@NullMarked
package org.gpucomm.runner.fabric;

import org.jspecify.annotations.NullMarked;
