#!/bin/sh
# Makes the files of a release, from what is built or builds it first:
#   build/release.sh [FOLDER]     FOLDER gets the files; target/release without it
#   gpucomm-VERSION-linux-x64.tar.gz   everything on a Java runtime of its own; nothing needs to be installed (-aarch64 on such a host)
#   install.sh                         unpacks that file into ~/.local
#   gpucomm-VERSION-py3-none-….whl     the same as a Python wheel, where this host has Python 3
#   gpucomm-results-VERSION.jar        the parsers as a library, with POM, sources and Javadoc (docs/library.md)
#   gpucomm-VERSION-sbom.json          what is in it, as CycloneDX lists it
#   SHA256SUMS
# Needs a JDK 25 with jlink, and what a build needs where nothing is built.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
out=$root/target/release
[ $# -eq 0 ] || { mkdir -p "$1"; out=$(cd "$1" && pwd); }
work=$root/target/release-work

jdk=
for home in "${GPUCOMM_JAVA_HOME:-}" "${JAVA_HOME:-}" /usr/lib/jvm/* "$HOME"/.sdkman/candidates/java/* "$HOME"/.jdks/*; do
  if [ -x "$home/bin/jlink" ] && grep -q '^JAVA_VERSION="2[5-9]' "$home/release" 2>/dev/null; then jdk=$home; break; fi
done
[ -n "$jdk" ] || { echo "release.sh: needs a JDK 25 or newer with jlink; set JAVA_HOME" >&2; exit 3; }
version=$(GPUCOMM_JAVA_HOME=$jdk "$root/gpucomm" --version | sed -n '1s/.* //p')
case $(uname -m) in x86_64) machine=x64 wheel=x86_64 ;; *) machine=$(uname -m) wheel=$machine ;; esac
name=gpucomm-$version-linux-$machine

# The folders of a checkout without its sources, so that the launcher is the same.
rm -rf "$work" "$out"
mkdir -p "$out" "$work/$name/analysis-server/target/classes" "$work/$name/runner/target/classes"
cp "$root/gpucomm" "$root/README.md" "$work/$name/"
for part in analysis-server:gpucomm runner:runner; do
  from=$root/${part%%:*}/target
  to=$work/$name/${part%%:*}/target
  cp "$from/${part##*:}.jar" "$to/"
  cp -r "$from/lib" "$to/"
  cp "$from"/classes/*.options "$to/classes/"
done
"$jdk/bin/jlink" --add-modules java.se,jdk.unsupported,jdk.jfr,jdk.management,jdk.net,jdk.crypto.ec,jdk.zipfs,jdk.charsets --strip-debug --no-header-files \
  --no-man-pages --compress zip-0 --vm server --output "$work/$name/java"

find "$work/$name" -name '*.jar' -path '*/target/*' -exec "$jdk/bin/java" "$root/build/StoreJars.java" {} +

# Both programs have some jars in common, which tar stores once.
for jar in "$work/$name/runner/target/lib"/*.jar; do
  same=$work/$name/analysis-server/target/lib/${jar##*/}
  ! cmp -s "$jar" "$same" || ln -f "$same" "$jar"
done

# Java's cache of what a start needs is made where it is used, at the installation or the first start: it would take 20 MB here.
find "$work/$name" -name '*.jar' -exec touch -d "@${SOURCE_DATE_EPOCH:-0}" {} +

tar -C "$work" --owner 0 --group 0 --sort=name -cf - "$name" | gzip -9n >"$out/$name.tar.gz"
sed "s/^name=.*/name=$name/" "$root/build/install.sh" >"$out/install.sh"
chmod +x "$out/install.sh"
library=$out/gpucomm-results-$version
cp "$root/results/target/results-$version.jar" "$library.jar"
"$jdk/bin/jar" --create --file "$library-sources.jar" -C "$root/results/src/main/java" .
"$jdk/bin/javadoc" -quiet -Xdoclint:none -encoding UTF-8 -d "$work/javadoc" -sourcepath "$root/results/src/main/java" \
  -classpath "$(find "$root/analysis-server/target/lib" -name '*.jar' | tr '\n' ':')" -subpackages org.gpucomm.results
"$jdk/bin/jar" --create --file "$library-javadoc.jar" -C "$work/javadoc" .
# Maven Central asks for the address of the repository.
url=${GPUCOMM_URL:-$(git -C "$root" remote get-url origin 2>/dev/null | sed -n 's/\.git$//; /^https:/p')}
[ -n "$url" ] || echo "release.sh: the POM of the library has no address; GPUCOMM_URL=https://… gives it one" >&2
(cd "$root" && JAVA_HOME=$jdk mvn -B -q flatten:flatten -pl results -Dgpucomm.url="$url" &&
  JAVA_HOME=$jdk mvn -B -q cyclonedx:makeAggregateBom -DoutputFormat=json -DoutputDirectory="$work" -DoutputName=sbom)
mv "$root/results/.flattened-pom.xml" "$library.pom"
mv "$work/sbom.json" "$out/gpucomm-$version-sbom.json"
if command -v python3 >/dev/null; then
  python3 "$root/build/wheel.py" "$out/$name.tar.gz" "$version" "$wheel" "$out"
fi
(cd "$out" && sha256sum -- * >SHA256SUMS)
rm -rf "$work"
(cd "$out" && wc -c -- *)
