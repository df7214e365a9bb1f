package org.gpucomm.server.analysis.headline;

/**
 * The one sentence that an expert would say first.
 *
 * @param sentence without the name of the file, ends in a full stop
 */
public record MainPoint(Consequence consequence, String sentence) {}
