/** Wrappings that launchers and log collectors put around a program's lines: ranks, pods, times, colours. */
@NullMarked
package org.gpucomm.results.format.unwrap;

import org.jspecify.annotations.NullMarked;
