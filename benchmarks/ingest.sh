#!/bin/bash
# How fast measurements get into PostgreSQL, beside a plain COPY of the same rows, both against one PostgreSQL that this starts
# with the settings that it comes with: fsync and synchronous_commit are on.
#   ingested    a canonical CSV of ROWS rows, a thousand to a run, is uploaded over HTTP: from the first byte that is sent until its
#               runs can be looked at. That holds the upload's own file, compressed and synced, all checks, and restart after a kill.
#   plain COPY  of the same measurements, as the view of that name has them, as COPY's text and in one transaction, into a table with a
#               row for each, a key, an index and earlier rows; and again into one with no earlier rows.
# A checkpoint comes before each, so that neither writes what the other left. One upload of as many rows comes first and is not
# counted: it warms up the server, which runs with the options of the Docker image and 512 MB of heap.
# Usage: benchmarks/ingest.sh [ROWS] [ROUNDS]. Needs Maven, and a JDK 25 in GPUCOMM_JAVA_HOME, JAVA_HOME or on the PATH.
# What it printed is in benchmarks/ingest.txt.
set -eu
rows=${1:-1000000}
rounds=${2:-5}
. "$(dirname "$0")/classpath.sh"
load
"$java" -Xmx1g -Dgpucomm.tier=4 -cp "$classpath" \
  org.gpucomm.server.serve.IngestRate "$rows" "$rounds"
load
