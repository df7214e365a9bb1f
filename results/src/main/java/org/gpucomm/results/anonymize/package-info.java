/**
 * Replacement of host names in a log by {@code host-1}, {@code host-2}, … while the log is read, before it is stored. Best effort:
 * docs/guide.md lists the recognised names. No Spring here.
 */
@NullMarked
package org.gpucomm.results.anonymize;

import org.jspecify.annotations.NullMarked;
