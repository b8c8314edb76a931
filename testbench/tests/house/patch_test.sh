#!/bin/sh
# The patch of docs/add-an-algorithm.md is what the tree has: it can be taken out again. patch_test.sh SOURCE_DIR
set -eu
cd "$1"
diff=$(mktemp)
trap 'rm -f "$diff"' EXIT
sed -n '/^```diff$/,/^```$/{/^```/d;p}' docs/add-an-algorithm.md >"$diff"
[ "$(grep -c '^+++ ' "$diff")" -eq 3 ] || { echo "the page has no patch of three files"; exit 1; }
patch --dry-run --reverse --force --fuzz=0 -p1 <"$diff"
