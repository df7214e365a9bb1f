/** Alerts to a webhook, once for each flagged upload and each change of a history. */
@NullMarked
package org.gpucomm.server.alerts;

import org.jspecify.annotations.NullMarked;
