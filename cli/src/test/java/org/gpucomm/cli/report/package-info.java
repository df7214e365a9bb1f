@NullMarked
package org.gpucomm.cli.report;

import org.jspecify.annotations.NullMarked;
