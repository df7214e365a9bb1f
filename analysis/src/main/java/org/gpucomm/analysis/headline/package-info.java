/** What an expert would say first of some results, and in which order the findings follow. */
@NullMarked
package org.gpucomm.analysis.headline;

import org.jspecify.annotations.NullMarked;
