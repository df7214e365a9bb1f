#!/bin/sh
# Counts the tests of a module's last build: tests.sh MODULE
# Lists those of several modules that were skipped, by reason: tests.sh --skipped MODULE…
# A reason names in brackets what would let its tests run.
set -eu

if [ "$1" != --skipped ]; then
  [ -d "$1/target/surefire-reports" ] || exit 0
  find "$1/target/surefire-reports" -name 'TEST-*.xml' -exec sed -n '/<testsuite /{s/.* tests="\([0-9]*\)".* skipped="\([0-9]*\)".*/\1 \2/p;q}' {} \; |
    awk -v module="$(basename "$1")" '{ tests += $1; skipped += $2 }
      END { printf "%s: %d tests passed, %d skipped\n", module, tests - skipped, skipped }'
  exit
fi

shift
for module in "$@"; do
  find "$module/target/surefire-reports" -name 'TEST-*.xml' -exec awk '
    /<skipped/ {
      sub(/.*TestAbortedException: */, "")
      sub(/.*<skipped message="/, "")
      if ($0 == "") getline
      sub(/^Assumption failed: /, "")
      sub(/^assumption was not met due to: /, "")
      sub(/^\[/, "")
      sub(/(\]|"|\]\]>).*/, "")
      print
    }' {} \;
done | sort | uniq -c | sort -rn | sed '1i Skipped, by reason:'
