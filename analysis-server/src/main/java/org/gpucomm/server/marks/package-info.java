/** What people say of runs: tags, a note, and baselines that others are held against. */
@NullMarked
package org.gpucomm.server.marks;

import org.jspecify.annotations.NullMarked;
