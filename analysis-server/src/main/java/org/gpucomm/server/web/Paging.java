package org.gpucomm.server.web;

import org.gpucomm.analysis.identity.BadParameter;

/** Requested part of a list. @param page number of the page, from 0 @param size number of items on a page */
public record Paging(int page, int size) {

    public static final int MAX_SIZE = 5000;

    public Paging {
        if (page < 0) {
            throw new BadParameter("page must be at least 0, was " + page);
        }
        if (size < 1 || size > MAX_SIZE) {
            throw new BadParameter("size must be from 1 to " + MAX_SIZE + ", was " + size);
        }
    }

    /** Returns the number of items before this page. */
    public long offset() {
        return (long) page * size;
    }
}
