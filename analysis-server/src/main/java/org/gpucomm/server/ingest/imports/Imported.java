package org.gpucomm.server.ingest.imports;

/** Said after an import whose runs are shown now. @param upload its id */
public record Imported(String upload) {}
