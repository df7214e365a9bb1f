package org.gpucomm.server.catalog;

/** What one point of a curve stands for. */
enum Aggregate {
    /** one place on the axis; several measurements of it are averaged */
    none,
    /** along GPUs: the mean over all chosen message sizes */
    mean
}
