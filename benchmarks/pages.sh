#!/bin/bash
# How long a person waits in a browser with many runs: RUNS runs of 70 measurements are uploaded as in series.sh, the server is started
# anew, then a headless Chromium opens each page ROUNDS times, in contexts without anything kept, and switches what it shows. A page's
# time is from the start of the navigation to the frame in which its chart (or table) is painted; a switch's from the click to the frame
# in which the chart of the new choice is painted, the request to the server included: once for what was not shown before, then for
# what was.
# Usage: benchmarks/pages.sh h2|postgresql [RUNS] [ROUNDS] [FOLDER] [PICTURES]. The data stays in FOLDER, if it is not -, and what is
# there already is not made again. With PICTURES, a folder, every page is photographed in both looks at 390, 1440 and 2560 pixels. Needs Maven, Node 20, a Chromium, and a JDK 25 in GPUCOMM_JAVA_HOME, JAVA_HOME or on the PATH.
# What it printed is in benchmarks/pages.txt.
set -eu
database=${1:-h2}
runs=${2:-5000}
rounds=${3:-5}
folder=${4:--}
pictures=${5:-}
skip=false
. "$(dirname "$0")/classpath.sh"
[ -d "$root/frontend/e2e/node_modules/@playwright/test" ] || (cd "$root/frontend/e2e" && npm ci --no-progress --loglevel=error)
load
"$java" -Xmx1g -Dgpucomm.jar="$root/$server/gpucomm.jar" -cp "$classpath" org.gpucomm.server.serve.PagesRate "$database" "$runs" "$folder" "$rounds" $pictures
load
