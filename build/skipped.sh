#!/bin/sh
# Lists the tests that the last build skipped, by reason: skipped.sh REPORT_FOLDER…
# A reason names the package that would let its tests run, in brackets.
set -eu

reasons=$(find "$@" -name 'TEST-*.xml' 2>/dev/null | xargs -r sed -n 's/.*<skipped message="\([^"]*\)".*/\1/p; s/.*<skipped\/>.*/no reason given/p' |
  sed -e 's/^Assumption failed: //' -e 's/^org\.[A-Za-z.]*: //' -e 's/&#10;.*//' -e 's/^\[\(.*\)\].*/\1/' -e 's/&quot;/"/g' |
  sort | uniq -c | sort -rn)
[ -n "$reasons" ] || { echo "No test was skipped."; exit 0; }
echo "Skipped tests:"
printf '%s\n' "$reasons"
