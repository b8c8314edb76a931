#!/bin/bash
# What a corpus is packed from comes out of it again, byte for byte: corpora_test.sh FUZZ_DIR
set -euo pipefail
pack=$1/corpus.py
cd "$(mktemp -d)"
trap 'rm -rf "$PWD"' EXIT

printf '# a\\b\n\x00\xff\r\t"%%b" \\x41\n' >first
printf '' >second
head -c 300 /dev/urandom >third
touch corpus.txt
"$pack" add corpus.txt first second third first
[ "$(wc -l <corpus.txt)" -eq 3 ] || { echo "an input twice, or not at all"; cat corpus.txt; exit 1; }
"$pack" unpack corpus.txt out
n=0
for input in first second third; do
  n=$((n + 1))
  cmp "$input" "out/$n"
done

"$pack" check "$1"/corpus/*.txt
echo "packed and unpacked"
