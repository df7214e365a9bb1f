package org.gpucomm.server.web;

import java.util.List;

/**
 * One page of something.
 *
 * @param total how many there are on all pages
 */
public record Listing<T>(long total, List<T> items) {}
