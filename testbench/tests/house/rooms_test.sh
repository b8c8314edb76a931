#!/bin/bash
# No room includes a room above it: rooms_test.sh SOURCE_DIR
# The floors of the house, the ground first. A file may include files of its own room and of rooms on lower floors.
set -euo pipefail
cd "$1"

floors='schedules/core
schedules/formulas schedules/text schedules/check
schedules/algorithms schedules/convert schedules/reroute
schedules/chakra
schedules/tests
models/contract
models/sources models/watch models/threads
models/fast models/dense models/foreign
models/pins models/hardwired
models/run
models/part
traces
testbench/process
testbench/config
testbench/results
testbench/curve testbench/report testbench/reproduce testbench/sweep
testbench/cli
testbench/library testbench/fuzz testbench/bench testbench/studies
testbench/tests'

# Lines `FILE INCLUDED`; prints those that lead upwards or sideways.
upward() {
  awk -v floors="$floors" '
    BEGIN {
      n = split(floors, lines, "\n")
      for (i = 1; i <= n; ++i) {
        m = split(lines[i], rooms, " ")
        for (j = 1; j <= m; ++j) floor[rooms[j]] = i
      }
    }
    function room(path, parts) {
      split(path, parts, "/")
      return parts[1] == "traces" ? parts[1] : parts[1] "/" parts[2]
    }
    {
      from = room($1)
      to = room($2)
      if (!(from in floor) || !(to in floor)) {
        print $1 " includes " $2 ": " (from in floor ? to : from) " is on no floor of rooms_test.sh"
      } else if (from != to && floor[to] >= floor[from]) {
        print $1 " includes " $2 ": " to " does not lie below " from
      } else if (from ~ /^(models|traces)/ && to ~ /^schedules/ && to != "schedules/core") {
        print $1 " includes " $2 ": models know schedules as data, no text and no algorithm"
      }
    }'
}

includes() {
  grep -rE '^#include "(schedules|models|traces|testbench)/' --include='*.cpp' --include='*.h' --include='*.in' \
    schedules models traces testbench | sed -E 's/^([^:]*):#include "(.*)".*$/\1 \2/'
}

# Files that are compiled with SystemC, and headers of theirs. All others build without it (TORUSIM_SYSTEMC=OFF).
systemc='^(models/(pins|part/sysc)/|models/contract/(kernel|pin_channel|router_pins)[.]|models/run/with_kernel[.]cpp'
systemc+='|models/hardwired/(network[.]cpp|node_interface[.]|router[.])|models/foreign/plugin/systemc_router[.]h'
systemc+='|testbench/(cli/main[.]cpp|bench/|studies/|tests/))'

# Lines `FILE INCLUDED`; prints those by which another file needs SystemC.
bound() { awk -v systemc="$systemc" '$1 !~ systemc && ($2 ~ systemc || $2 ~ /^(systemc|tlm|sysc)/) { print $1 " needs SystemC: " $2 }'; }

# What this must find.
for planted in 'schedules/core/topology.h schedules/algorithms/registry.h' 'models/fast/state.h models/foreign/place.h' \
  'testbench/results/run_record.h testbench/cli/commands.h' 'traces/gtkw.h testbench/process/exit_code.h' \
  'models/attic/old.h schedules/core/topology.h' 'models/foreign/place.h schedules/text/tcs_reader.h'; do
  [ "$(upward <<<"$planted" | wc -l)" -eq 1 ] || { echo "not found: $planted"; exit 1; }
done

count=$(includes | wc -l)
[ "$count" -gt 500 ] || { echo "only $count includes found"; exit 1; }
[ "$(bound <<<$'models/fast/state.h systemc\nmodels/fast/state.h models/pins/link.h')" ] || { echo 'SystemC was not found'; exit 1; }
wrong=$(includes | upward; includes | bound; grep -rE '^#include <(systemc|tlm|sysc)' models traces testbench schedules |
  sed -E 's/^([^:]*):#include <(.*)>.*$/\1 \2/' | bound)
[ -z "$wrong" ] || { echo "$wrong"; exit 1; }
echo "$count includes, none upwards"
