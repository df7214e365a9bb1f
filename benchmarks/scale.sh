#!/bin/bash
# How long the main queries take with ROWS rows, for 1, 10 and 50 clients that ask again as soon as they are answered, SECONDS each:
# p50 and p99 until the last byte of the answer. The rows come as uploads of 16,000, one after the other. On PostgreSQL the same
# is asked of the table of measurements in plain SQL. The server runs with 512 MB of heap and the first compiler only.
# Usage: benchmarks/scale.sh [ROWS] [SECONDS] [h2|postgresql]. Needs Maven, and a JDK 25 in GPUCOMM_JAVA_HOME, JAVA_HOME or on the PATH.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
rows=${1:-1000000}
seconds=${2:-5}
databases=${3:-h2 postgresql}
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
for database in $databases; do
  "$java" -Xmx1g -cp "$server/test-classes:$server/classes:$(cat "$paths")" org.gpucomm.server.serve.ScaleRate "$rows" "$seconds" "$database"
  load
done
