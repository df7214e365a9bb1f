/** What is known of the hardware and software that a result came from. */
@NullMarked
package org.gpucomm.runner.fingerprint;

import org.jspecify.annotations.NullMarked;
