/** Notifies a webhook when a run is flagged or a history changes, once each, where the server was asked to. */
@NullMarked
package org.gpucomm.server.alerts;

import org.jspecify.annotations.NullMarked;
