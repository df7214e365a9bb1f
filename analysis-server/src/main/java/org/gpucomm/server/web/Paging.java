package org.gpucomm.server.web;

import org.gpucomm.analysis.identity.BadParameter;

/**
 * Part of a list that is wanted.
 *
 * @param page from 0
 * @param size items on a page
 */
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

    /** Returns how many items come before this page. */
    public long offset() {
        return (long) page * size;
    }
}
