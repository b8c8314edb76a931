#!/bin/bash
# The corpora: testbench/fuzz/corpus/TARGET.txt, an input a line, as printf %b reads it: \n, \\ and \xNN stand for a line
# end, a backslash and any byte that is no printable character. Lines that begin with # are comments.
#   corpus.sh unpack TARGET.txt DIR        a file in DIR for each line, as libFuzzer wants them
#   corpus.sh add TARGET.txt INPUT...      a line for each file INPUT that is not there yet
set -euo pipefail
export LC_ALL=C

packed() {
  od -An -v -tx1 "$1" | tr -d '\n' | awk '
    BEGIN {
      for (i = 32; i < 127; ++i) text[sprintf("%02x", i)] = sprintf("%c", i)
      text["0a"] = "\\n"
      text["5c"] = "\\\\"
      line = ""
    }
    {
      for (i = 1; i <= NF; ++i) line = line (($i in text) && !(i == 1 && $i == "23") ? text[$i] : "\\x" $i)
    }
    END { print line }'
}

case ${1-} in
  unpack)
    mkdir -p "$3"
    n=0
    while IFS= read -r line; do
      case $line in \#*) continue ;; esac
      n=$((n + 1))
      printf '%b' "$line" >"$3/$n"
    done <"$2"
    ;;
  add)
    file=$2
    shift 2
    for input; do
      line=$(packed "$input")
      grep -qxF -e "$line" "$file" || printf '%s\n' "$line" >>"$file"
    done
    ;;
  *)
    sed -n '2,5s/^# \{0,1\}//p' "$0" >&2
    exit 2
    ;;
esac
