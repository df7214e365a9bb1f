/** What measurements say: one class a rule, each a pure function from evidence to findings. */
@NullMarked
package org.gpucomm.server.analysis.rules;

import org.jspecify.annotations.NullMarked;
