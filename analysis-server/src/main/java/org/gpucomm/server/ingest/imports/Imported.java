package org.gpucomm.server.ingest.imports;

/** Event after an import that made its runs visible. @param upload id of the upload */
public record Imported(String upload) {}
