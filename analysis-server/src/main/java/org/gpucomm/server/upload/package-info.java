/** {@code gpucomm upload}: sends files to a server and prints what it made of them. No Spring here. */
@NullMarked
package org.gpucomm.server.upload;

import org.jspecify.annotations.NullMarked;
