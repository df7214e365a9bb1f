/** Reading uploads again by parsers newer than those that read them, and what that changed. */
@NullMarked
package org.gpucomm.server.ingest.rereading;

import org.jspecify.annotations.NullMarked;
