package org.gpucomm.server.ingest.uploads;

/** Event after an upload and its bytes were erased. @param sha256 SHA-256 of the bytes, for erasing what else was derived from them */
public record Erased(String sha256) {}
