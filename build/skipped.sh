#!/bin/sh
# Counts the tests of the last build by module and lists those that were skipped, by reason: skipped.sh MODULE…
# A reason names in brackets what would let its tests run.
set -eu

for module in "$@"; do
  find "$module/target/surefire-reports" -name 'TEST-*.xml' -exec sed -n '/<testsuite /{s/.* tests="\([0-9]*\)".* skipped="\([0-9]*\)".*/\1 \2/p;q}' {} \; |
    awk -v module="$(basename "$module")" '{ tests += $1; skipped += $2 }
      END { printf "%s: %d tests, %d of them skipped\n", module, tests, skipped }'
done

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
