#!/bin/sh
# What is newer than what the POMs and frontend/package.json name, and what the server is shipped with.
# docs/versions.md says why what is not the newest stays. Needs the registries of Maven and npm; changes nothing.
set -eu
cd "$(dirname "$0")/.."

# NAME ... OLD -> NEW, where NEW is the larger: Maven also lists what older Mavens would need
newer() {
    sed -n 's/^\[INFO\] *\([^ ]*\) \.* *\([^ ]*\) -> \([^ ]*\) *$/\1 \2 \3/p' | sort -u |
        while read -r name old new; do
            [ "$(printf '%s\n%s\n' "$old" "$new" | sort -V | tail -1)" = "$old" ] || echo "$name $old -> $new"
        done
}

echo "== newer than in the parent POM"
mvn -B -N versions:display-property-updates | newer
echo "== newer plugins"
mvn -B -N versions:display-plugin-updates | newer
echo "== newer packages of the dashboard"
(cd frontend && { [ -d node_modules ] || npm ci --no-progress --loglevel=error; } && npm outdated) || true
echo "== what decides most, as it resolves"
tree=$(mktemp)
mvn -B -q -Dfrontend.skip=true dependency:tree -DoutputFile="$tree" -DappendOutput=true
grep -oE '(spring-boot|spring-core|spring-batch-core|spring-security-core|tomcat-embed-core|postgresql|h2|flyway-core|jackson-core|logback-core|HikariCP|micrometer-core|snakeyaml|netty-common):jar:[^:]*' "$tree" |
    sed 's/:jar:/ /' | sort -u
rm -f "$tree"
