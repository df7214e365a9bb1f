@NullMarked
package org.gpucomm.server.database;

import org.jspecify.annotations.NullMarked;
