#!/bin/bash
# How fast measurements get into PostgreSQL, beside a plain COPY of the same rows, both against one PostgreSQL that this starts
# with the settings that it comes with: fsync and synchronous_commit are on.
#   ingested    a canonical CSV of ROWS rows, a thousand to a run, is uploaded over HTTP: from the first byte that is sent until its
#               runs can be looked at. That holds the upload's own file, compressed and synced, all checks, and restart after a kill.
#   plain COPY  of what is then in the table of measurements, all its columns, as COPY's text and in one transaction, into a table
#               with the same columns, constraints, indexes and earlier rows.
# A checkpoint comes before each, so that neither writes what the other left. One upload of as many rows comes first and is not
# counted: it warms up the server, which runs with the options of the Docker image and 512 MB of heap.
# Usage: benchmarks/ingest.sh [ROWS] [ROUNDS]. Needs Maven, and a JDK 25 in GPUCOMM_JAVA_HOME, JAVA_HOME or on the PATH.
# What it printed is in benchmarks/ingest.txt.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
rows=${1:-1000000}
rounds=${2:-5}
home=${GPUCOMM_JAVA_HOME:-${JAVA_HOME:-}}
java=${home:+$home/bin/}java
"$java" --version | grep -Eq '^[a-z]+ (2[5-9]|[3-9][0-9])' || { echo "needs a JDK 25 or newer: set GPUCOMM_JAVA_HOME" >&2; exit 3; }
paths=$(mktemp)
trap 'rm -f "$paths"' EXIT

cd "$root"
mvn -B -q -Dfrontend.skip=true -DskipTests -pl results,runner,analysis-server package dependency:build-classpath -Dmdep.outputFile="$paths"
server=analysis-server/target
load() { echo "$(nproc) cores, load $(cut -d ' ' -f 1 /proc/loadavg)"; }
load
"$java" -Xmx1g -Dgpucomm.tier=4 -cp "$server/test-classes:$server/classes:$(cat "$paths")" \
  org.gpucomm.server.serve.IngestRate "$rows" "$rounds"
load
