/** AWS Neuron's nccom-test, for Trainium and Inferentia. */
@NullMarked
package org.gpucomm.results.format.nccom;

import org.jspecify.annotations.NullMarked;
