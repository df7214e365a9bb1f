@NullMarked
package org.gpucomm.cli.next;

import org.jspecify.annotations.NullMarked;
