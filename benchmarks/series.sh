#!/bin/bash
# How long the pages that draw curves wait for their data with many runs, on H2 and on PostgreSQL: RUNS runs of 70 measurements
# each are uploaded, a hundred a file. Each request is made once, which is the first call, once uncounted and then ROUNDS times by one
# client; what is taken is the time until the last byte of the answer. Then the server is started anew for each page, whose requests are
# the first that it answers: at once, and anew two seconds after it said that it is ready. It prints two tables for each database. The
# server runs as ./gpucomm serve starts it.
# Usage: benchmarks/series.sh [RUNS] [ROUNDS]. Needs Maven, and a JDK 25 in GPUCOMM_JAVA_HOME, JAVA_HOME or on the PATH.
# What it printed is in benchmarks/series.txt.
set -eu
runs=${1:-5000}
rounds=${2:-9}
skip=false
. "$(dirname "$0")/classpath.sh"
load
"$java" -Xmx1g -Dgpucomm.jar="$root/$server/gpucomm.jar" -cp "$classpath" org.gpucomm.server.serve.SeriesRate "$runs" "$rounds"
load
