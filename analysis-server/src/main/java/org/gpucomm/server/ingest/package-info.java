/**
 * From upload to published runs: {@code uploads} takes bytes and {@code files} keeps them, {@code imports} makes runs of
 * what {@code readings} reads, {@code rereading} does so again (docs/decisions/0007-ingestion.md). Here is what a server
 * does at its start.
 */
@NullMarked
package org.gpucomm.server.ingest;

import org.jspecify.annotations.NullMarked;
