@NullMarked
package org.gpucomm.results.anonymize;

import org.jspecify.annotations.NullMarked;
