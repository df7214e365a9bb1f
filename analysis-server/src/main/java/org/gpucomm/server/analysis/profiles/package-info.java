/** Hardware profiles that the users of a server keep in it, and the form of one. */
@NullMarked
package org.gpucomm.server.analysis.profiles;

import org.jspecify.annotations.NullMarked;
