package org.gpucomm.server.web;

import java.util.List;

/** Page of a list. @param total number of items on all pages */
public record Listing<T>(long total, List<T> items) {}
