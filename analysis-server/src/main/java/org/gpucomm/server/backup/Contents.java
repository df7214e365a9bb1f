package org.gpucomm.server.backup;

import java.util.Map;

import org.gpucomm.server.backup.Sum.Counted;

/**
 * Description of a backup, in its last entry; a backup without this entry is truncated.
 *
 * @param gpucomm version of gpucomm that wrote the backup
 * @param schema  version of the tables
 * @param taken   time of the backup, in UTC
 * @param tables  number of rows and checksum of each table
 * @param uploads number of files, each named by its SHA-256
 */
record Contents(int format, String gpucomm, String schema, String taken, Map<String, Counted> tables, long uploads) {

    static final String ENTRY = "contents.json";
    static final int FORMAT = 1;

    long rows() {
        return tables.values().stream().mapToLong(Counted::rows).sum();
    }
}
