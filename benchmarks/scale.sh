#!/bin/bash
# How long the main queries take with ROWS rows, for 1, 10 and 50 clients that ask again as soon as they are answered, SECONDS each:
# p50 and p99 until the last byte of the answer. The rows come as uploads of 16,000, one after the other. On PostgreSQL the same
# is asked of the table of measurements in plain SQL. The server runs with 512 MB of heap, as ./gpucomm serve runs it.
# Usage: benchmarks/scale.sh [ROWS] [SECONDS] [h2|postgresql] [FOLDER]. The data stays in FOLDER, if there is one, and what is there
# already is not made again. Needs Maven, and a JDK 25 in GPUCOMM_JAVA_HOME, JAVA_HOME or on the PATH.
# What it printed is in benchmarks/scale.txt.
set -eu
rows=${1:-1000000}
seconds=${2:-5}
databases=${3:-h2 postgresql}
folder=${4:+$(realpath "$4")}
. "$(dirname "$0")/classpath.sh"
load
for database in $databases; do
  "$java" -Xmx1g -Dgpucomm.tier=4 -cp "$classpath" org.gpucomm.server.serve.ScaleRate "$rows" "$seconds" "$database" \
    ${folder:+"$folder/$database"}
  load
done
