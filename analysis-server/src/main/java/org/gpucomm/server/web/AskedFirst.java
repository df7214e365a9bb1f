package org.gpucomm.server.web;

/**
 * A page asks this when it is opened. After a start the server asks it itself, since the first answer takes several times as long as
 * the next one: classes are loaded and code is compiled meanwhile, and what all answers need is read.
 */
@FunctionalInterface
public interface AskedFirst {

    /** Answers as the page is answered, over all runs that there are. It writes nothing. */
    Object answer();
}
