#!/bin/bash
# How fast measurements get into PostgreSQL: a canonical CSV is uploaded to a server on a PostgreSQL of its own, from the
# first byte until its runs can be looked at, beside a plain COPY of the same rows into a table of the same indexes.
# Usage: benchmarks/ingest.sh [ROWS] [ROUNDS]. Needs Maven, and a JDK 25 in GPUCOMM_JAVA_HOME, JAVA_HOME or on the PATH.
# What it printed is in benchmarks/ingest.txt.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
rows=${1:-300000}
rounds=${2:-5}
home=${GPUCOMM_JAVA_HOME:-${JAVA_HOME:-}}
java=${home:+$home/bin/}java
"$java" --version | grep -Eq '^[a-z]+ (2[5-9]|[3-9][0-9])' || { echo "needs a JDK 25 or newer: set GPUCOMM_JAVA_HOME" >&2; exit 3; }
paths=$(mktemp)
trap 'rm -f "$paths"' EXIT

cd "$root"
mvn -B -q -Dfrontend.skip=true -DskipTests -pl results,runner,analysis-server package dependency:build-classpath -Dmdep.outputFile="$paths"
server=analysis-server/target
echo "$(nproc) cores, load $(cut -d ' ' -f 1 /proc/loadavg) at the beginning"
"$java" -Xmx1g -Dgpucomm.tier=4 -cp "$server/test-classes:$server/classes:$(cat "$paths")" \
  org.gpucomm.server.serve.IngestRate "$rows" "$rounds"
