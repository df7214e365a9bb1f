#!/bin/sh
# Makes the runner's image: a Java runtime of three modules, the jars and a launcher, for GPU hosts that have no Java.
# Usage: runner/image.sh [JDK-HOME]; results: runner/target/image, and the same packed as gpucomm-runner-linux-x64.tar.gz
# (or -aarch64). The jars must be built (mvn package).
set -eu

root=$(dirname "$(readlink -f "$0")")
target=$root/target
jdk=${1:-${GPUCOMM_JAVA_HOME:-${JAVA_HOME:-}}}
if [ -z "$jdk" ] || ! grep -q '^JAVA_VERSION="2[5-9]' "$jdk/release" 2>/dev/null; then
  for home in /usr/lib/jvm/* "$HOME"/.sdkman/candidates/java/* "$HOME"/.jdks/*; do
    if grep -q '^JAVA_VERSION="2[5-9]' "$home/release" 2>/dev/null; then jdk=$home; break; fi
  done
fi
[ -x "$jdk/bin/jlink" ] || { echo "image.sh: needs a JDK 25 or newer with jlink; name its folder" >&2; exit 3; }
[ -f "$target/runner.jar" ] || { echo "image.sh: $target/runner.jar is not built: mvn package" >&2; exit 3; }

rm -rf "$target/image"
"$jdk/bin/jlink" --add-modules java.base,java.logging,java.net.http --strip-debug --no-header-files --no-man-pages \
  --compress zip-6 --vm server --generate-cds-archive --output "$target/image"
# Two archives are made; the one for heaps without compressed references is never used here.
rm -f "$target"/image/lib/server/classes_nocoops*.jsa
mkdir "$target/image/app" "$target/image/app/lib"
cp "$target/runner.jar" "$target/classes/java.options" "$target/image/app/"
cp "$target"/lib/*.jar "$target/image/app/lib/"
cat >"$target/image/bin/gpucomm-runner" <<'LAUNCHER'
#!/bin/sh
home=$(dirname "$(dirname "$(readlink -f "$0")")")
exec "$home/bin/java" "@$home/app/java.options" ${GPUCOMM_JAVA_OPTS:-} -jar "$home/app/runner.jar" "$@"
LAUNCHER
chmod +x "$target/image/bin/gpucomm-runner"
machine=$(uname -m)
[ "$machine" != x86_64 ] || machine=x64
packed=$target/gpucomm-runner-$(uname -s | tr '[:upper:]' '[:lower:]')-$machine.tar.gz
tar -C "$target" --transform 's,^image,gpucomm-runner,' -czf "$packed" image
echo "$target/image, $(du -sh "$target/image" | cut -f 1); $packed, $(($(wc -c <"$packed") / 1000000)) MB"
