package org.gpucomm.server.ingest.uploads;

/** An upload is no more, nor are its bytes. @param sha256 of these: what else was made of them is to go too */
public record Erased(String sha256) {}
