#!/usr/bin/env bash
# A sweep that is killed at random moments goes on where it was: nothing lost, nothing run twice, the same table as
# from one undisturbed run, from 1 process or 2, in one shard or three.
#
#   kill_test.sh PROGRAM [KILLS]
set -euo pipefail
kills=${2-20}
. "$(dirname "$0")/../scratch.sh"
cat >sweep.toml <<'END'
topology = "ring:8"
no-link-statistics = true
startup = [0, 3, 10, 30, 100]
block = [1, 2, 4, 8]
sync = ["barrier", "priority"]
[[runs]]
algorithm = "ring-gs"
[[runs]]
algorithm = "direct"
END

"$torusim" sweep sweep.toml -o whole --quiet >/dev/null
"$torusim" sweep sweep.toml -o two --jobs 2 --quiet >/dev/null
cmp whole/sweep.csv two/sweep.csv
cmp whole/sweep.html two/sweep.html
for shard in 3/3 1/3 2/3; do "$torusim" sweep sweep.toml -o shards --shard "$shard" --quiet >/dev/null; done
cmp whole/sweep.csv shards/sweep.csv
for job in whole/jobs/*; do cmp "$job/run.json" "two/jobs/$(basename "$job")/run.json"; done

# Every result that is there: its name and the file's own number, which another run would change.
results() { find killed/jobs -mindepth 2 -maxdepth 2 -not -path '*/.*' -name run.json -printf '%p %i\n' | sort; }

mkdir -p killed/jobs
RANDOM=${SEED-1}
resumed=0
for ((kill = 0; kill < kills; ++kill)); do
  results >before
  "$torusim" sweep sweep.toml -o killed --jobs $((1 + kill % 2)) --quiet >/dev/null 2>&1 &
  process=$!
  sleep "0.0$((20 + RANDOM % 60))"
  kill -KILL $process 2>/dev/null || true
  wait $process 2>/dev/null || true
  results >after
  [ -z "$(comm -23 before after)" ] || fail "lost or run again: $(comm -23 before after)"
  [ -e killed/sweep.csv ] || resumed=$((resumed + 1))
done
[ "$resumed" -ge 3 ] || fail "only $resumed of $kills kills came before the end"
results >before
"$torusim" sweep sweep.toml -o killed --quiet >/dev/null
results >after
[ -z "$(comm -23 before after)" ] || fail "lost or run again at the end"
[ "$(wc -l <after)" -eq 80 ] || fail "$(wc -l <after) results, not 80"
cmp whole/sweep.csv killed/sweep.csv
cmp whole/sweep.html killed/sweep.html
"$torusim" sweep sweep.toml -o killed --quiet >said.txt
grep -q ' 0 jobs run now' said.txt
echo "$kills kills, $resumed of them before the end: nothing lost, nothing twice, the same table"
