#!/bin/sh
# Counts the tests of a module that ran since a moment: tests.sh MOMENT MODULE
# Lists those of several modules that were skipped, by reason: tests.sh --skipped MOMENT MODULE…
# A reason names in brackets what would let its tests run.
set -eu

if [ "$1" != --skipped ]; then
  [ -d "$2/target/surefire-reports" ] || exit 0
  find "$2/target/surefire-reports" -name 'TEST-*.xml' -newermt "$1" -exec sed -n '/<testsuite /{s/.* tests="\([0-9]*\)" errors="\([0-9]*\)" skipped="\([0-9]*\)" failures="\([0-9]*\)".*/\1 \2 \3 \4/p;q}' {} \; |
    awk -v module="$(basename "$2")" '{ tests += $1; failed += $2 + $4; skipped += $3 }
      END { printf "%s: %d tests passed, %d failed, %d skipped\n", module, tests - failed - skipped, failed, skipped }'
  exit
fi

moment=$2
shift 2
for module in "$@"; do
  find "$module/target/surefire-reports" -name 'TEST-*.xml' -newermt "$moment" -exec awk '
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
