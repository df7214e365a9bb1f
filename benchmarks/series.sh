#!/bin/bash
# How long the pages that draw curves wait for their data with many runs, on H2 and on PostgreSQL: RUNS runs of 70 measurements
# each are uploaded, a hundred a file. Each request is made once, which is the first call, once uncounted and then ROUNDS times by one
# client; what is taken is the time until the last byte of the answer. It prints one table for each database. The server runs with 512 MB of heap and the first compiler only, as it starts on H2.
# Usage: benchmarks/series.sh [RUNS] [ROUNDS]. Needs Maven, and a JDK 25 in GPUCOMM_JAVA_HOME, JAVA_HOME or on the PATH.
# What it printed is in benchmarks/series.txt.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
runs=${1:-5000}
rounds=${2:-9}
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
"$java" -Xmx1g -cp "$server/test-classes:$server/classes:$(cat "$paths")" org.gpucomm.server.serve.SeriesRate "$runs" "$rounds"
load
