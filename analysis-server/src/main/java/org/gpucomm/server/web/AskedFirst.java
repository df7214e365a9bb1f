package org.gpucomm.server.web;

import java.util.Set;

/**
 * A page asks this when it is opened. After a start the server asks it itself, since the first answer takes several times as long as
 * the next one: classes are loaded and code is compiled meanwhile.
 */
@FunctionalInterface
public interface AskedFirst {

    /**
     * Answers as the page is answered. It writes nothing.
     *
     * @param runs ids of the runs that the answer is about where it is about runs, so that it is a small one
     */
    Object answer(Set<String> runs);
}
