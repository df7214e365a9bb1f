package org.gpucomm.server.series;

/** Measurements with their numbers in the upload, in ascending order. */
public interface FilePart {

    int size();

    /** Returns the place of the upload among several, from 0. */
    default int file() {
        return 0;
    }

    /** Returns the number of the measurement in its upload, 1 for the first. */
    long ordinal(int i);
}
