@NullMarked
package org.gpucomm.runner.fingerprint;

import org.jspecify.annotations.NullMarked;
