package org.gpucomm.server.backup;

import java.util.Map;

import org.gpucomm.server.backup.Sum.Counted;

/**
 * Description of a backup, in its last entry: a backup that lacks it was cut.
 *
 * @param format  1
 * @param gpucomm the version that wrote it
 * @param schema  the version of the tables
 * @param taken   when, in UTC
 * @param tables  rows and checksum of each
 * @param uploads how many files there are, each under its own SHA-256
 */
record Contents(int format, String gpucomm, String schema, String taken, Map<String, Counted> tables, long uploads) {

    static final String ENTRY = "contents.json";
    static final int FORMAT = 1;

    long rows() {
        return tables.values().stream().mapToLong(Counted::rows).sum();
    }
}
