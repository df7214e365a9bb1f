/**
 * Host names in a log replaced by {@code host-1}, {@code host-2}, … while it is being read, before anything keeps it. Best
 * effort: what is recognised is listed in docs/guide.md. No Spring here.
 */
@NullMarked
package org.gpucomm.results.anonymize;

import org.jspecify.annotations.NullMarked;
