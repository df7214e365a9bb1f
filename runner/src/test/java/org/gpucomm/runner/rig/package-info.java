@NullMarked
package org.gpucomm.runner.rig;

import org.jspecify.annotations.NullMarked;
