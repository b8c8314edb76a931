#!/bin/sh
# prove.sh skips a proof if and only if the record names what it reads now: in a copy, by the shortest proof.
set -eu
rtl=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
copy() { # to DIRECTORY
  mkdir -p "$1/formal"
  cp -r "$rtl/pipelined" "$1"
  cp "$rtl"/*.sv "$1"
  cp "$rtl"/formal/*.sv "$rtl"/formal/*.sh "$rtl/formal/induction.py" "$1/formal"
}
wrong() {
  echo "$1:"
  cat "$work/log"
  exit 1
}
prove() { "$work/$1/formal/prove.sh" $2 >"$work/log" 2>&1; } # in COPY, WORDS
# A yosys that notes the files which it is to read, and fails.
mkdir "$work/bin"
cat >"$work/bin/yosys" <<END
#!/bin/sh
case \$2 in -s) set -- "\$(cat "\$3")" ;; esac
for file in \$(echo "\$*" | grep -o '[^ ;]*\.sv'); do echo "\${file##*/}" >>"$work/read"; done
exit 1
END
chmod +x "$work/bin/yosys"
would_run() { # in COPY, PIECE
  : >"$work/read"
  ! PATH="$work/bin:$PATH" prove "$1" "--record $2" && [ -s "$work/read" ]
}

copy "$work/a"
prove a allocation || wrong "no record"
[ ! -e "$work/a/formal/proved.txt" ] || wrong "written without --record"
prove a "--record allocation" || wrong "--record"
grep -qx 'allocation [0-9a-f]\{64\} 1 proved, 1 covers reached, 1 mutants refuted' "$work/a/formal/proved.txt" || wrong "no line"
cp "$work/a/formal/proved.txt" "$work/proved.txt"
would_run a "allocation" && wrong "proved again"
grep -q '^allocation: skipped' "$work/log" || wrong "not said"
would_run a "--all allocation" || wrong "--all skips"
would_run a credit || wrong "the record of another piece counts"

# Elsewhere and later it is the same.
copy "$work/b"
cp "$work/proved.txt" "$work/b/formal"
touch -d 2001-01-01 "$work"/b/*.sv
would_run b allocation && wrong "the hash depends on a path or a time"

# Every file that is read counts.
for piece in arbiter credit buffer allocation bubble marks paths router ring gates staged; do
  would_run a "--all $piece" || wrong "$piece"
  sort -u "$work/read"
done | sort -u >"$work/all_read"
[ "$(wc -l <"$work/all_read")" -ge 25 ] || wrong "few files are read: $(cat "$work/all_read")"
for file in $(cat "$work/all_read") induction.py prove.sh probes.sh; do
  path=$work/b/$file
  [ -e "$path" ] || path=$work/b/formal/$file
  [ -e "$path" ] || path=$work/b/pipelined/$file
  cp "$path" "$work/kept"
  echo >>"$path"
  would_run b allocation || wrong "a change in $file is not noticed"
  cmp -s "$work/proved.txt" "$work/b/formal/proved.txt" || wrong "the record was changed by a proof that did not end"
  cat "$work/kept" >"$path"
done
would_run b allocation && wrong "not the same after all is put back"
sed -i 's/ [0-9a-f]\{8\}/ 00000000/' "$work/b/formal/proved.txt"
would_run b allocation || wrong "a wrong hash counts"

# What is refuted is not recorded.
sed -i "s/if (tail_i)/if (1'b0)/" "$work/a/torusim_channel_allocation.sv"
prove a "--record allocation" && wrong "a fault is proved"
cmp -s "$work/proved.txt" "$work/a/formal/proved.txt" || wrong "a proof that failed was recorded"
