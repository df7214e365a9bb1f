package org.gpucomm.server.catalog;

/** A row of the table of series. The empty text stands for what is not known or applicable. */
record SeriesRow(long id, String hash, String tool, String toolVersion, String library, String libraryVersion,
        String operation, String variant, String placement, String instanceType, String gpu, String problem,
        String datatype, String redop, String root, String settings) {}
