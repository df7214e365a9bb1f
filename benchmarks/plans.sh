#!/bin/bash
# What PostgreSQL does for each answer that benchmarks/scale.sh takes the time of: every statement that the server sends, explained
# by the database while it runs it (auto_explain), over the data that scale.sh left in FOLDER. Each answer is the first of its kind.
# Usage: benchmarks/plans.sh FOLDER. Needs Maven, and a JDK 25 in GPUCOMM_JAVA_HOME, JAVA_HOME or on the PATH.
# What it printed is in benchmarks/plans.txt.
set -eu
folder=$(realpath "$1")
. "$(dirname "$0")/classpath.sh"
"$java" -Xmx1g -Dgpucomm.tier=4 -cp "$classpath" org.gpucomm.server.serve.ScalePlans "$folder/postgresql"
