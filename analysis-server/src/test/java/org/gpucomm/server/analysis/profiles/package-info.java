@NullMarked
package org.gpucomm.server.analysis.profiles;

import org.jspecify.annotations.NullMarked;
