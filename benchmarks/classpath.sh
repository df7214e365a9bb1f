# Sourced by the scripts here whose measuring classes are among the server's tests: builds, then sets root, java, server and the
# class path. With skip=false the jar has its dashboard and its AOT cache, as installed. Needs Maven, and a JDK 25 in
# GPUCOMM_JAVA_HOME, JAVA_HOME or on the PATH.
root=$(cd "$(dirname "$0")/.." && pwd)
home=${GPUCOMM_JAVA_HOME:-${JAVA_HOME:-}}
java=${home:+$home/bin/}java
"$java" --version | grep -Eq '^[a-z]+ (2[5-9]|[3-9][0-9])' || { echo "needs a JDK 25 or newer: set GPUCOMM_JAVA_HOME" >&2; exit 3; }
paths=$(mktemp)
trap 'rm -f "$paths"' EXIT

cd "$root"
mvn -B -q -Dfrontend.skip="${skip:-true}" -DskipTests -pl analysis-server -am package dependency:build-classpath -Dmdep.outputFile="$paths"
server=analysis-server/target
classpath=$server/test-classes:$server/classes:$(cat "$paths")
mkdir -p target # where servers write their logs
load() { echo "$(nproc) cores, load $(cut -d ' ' -f 1 /proc/loadavg)"; }
