#!/usr/bin/env bash
# Runs the commands of a transcript and compares what they print and return with what it says.
#
#   run_transcript.sh PROGRAM EXAMPLES FILE            compare
#   run_transcript.sh PROGRAM EXAMPLES FILE --update   write the transcript again from what happens now
#
# A line `$ command` is run by bash in an empty directory, with `torusim` being the program and $EXAMPLES the
# directory of example schedules; standard output and error follow, then `[exit N]`. The name of the empty
# directory stands as DIR, the identity of the build as BUILD, what is drawn for names of unfinished files as RANDOM.
# How far a run is, said when it takes more than seconds, is left out.
# Other lines between transcripts are comments that begin with `#`.
set -u
program=$(realpath "$1")
export EXAMPLES
EXAMPLES=$(realpath "$2")
file=$(realpath "$3")
directory=$(realpath "$(mktemp -d)")
actual=$(mktemp)
trap 'rm -rf "$directory" "$actual"' EXIT
torusim() { "$program" "$@"; }
export program
export -f torusim

cd "$directory" || exit 99
while IFS= read -r line; do
  case $line in
    '#'*) printf '%s\n' "$line" ;;
    '') printf '\n' ;;
    '$ '*)
      printf '%s\n' "$line"
      bash -o pipefail -c "${line#??}" 2>&1 < /dev/null | sed -e "s|$program|torusim|g" -e "s|$directory|DIR|g" -e "s|$EXAMPLES|EXAMPLES|g" \
        -e 's|"build": "[0-9a-f]\{16\}"|"build": "BUILD"|' -e 's|(build [0-9a-f]\{16\})|(build BUILD)|' -e 's|torusim-partial-[a-z2-7]\{12\}|torusim-partial-RANDOM|g' \
        -e '/^cycle [0-9]*: .* (.* %), [0-9]* cycles\/s$/d' -e '/^\([0-9]*\) of \1 /!{/^[0-9]* of [0-9]* .*, [0-9]* s to go$/d}' -e '/^making the schedule: [0-9]* s so far$/d'
      printf '[exit %s]\n' "${PIPESTATUS[0]}"
      ;;
  esac
done < <(awk '/^\$ / {output = 1} !output || /^\$ / {print} /^\[exit/ {output = 0}' "$file") > "$actual"

if [[ ${4-} == --update ]]; then
  cp "$actual" "$file"
else
  diff -u "$file" "$actual"
fi
