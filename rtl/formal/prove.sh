#!/bin/sh
# Proves the starred properties of docs/router.md with `yosys-abc`: on each block, and on a whole small router
# (3 ports, 2 virtual channels, 2 and 4 slots; nightly up to 5 ports, 4 virtual channels and 4 slots; any legal credit rule,
# lanes, dateline).
#   rtl/formal/prove.sh             twenty minutes of processor time; part of the tests. A proof whose inputs have the hash
#                                   in proved.txt is skipped.
#   rtl/formal/prove.sh --record .. also writes the hash of each proof that passes to proved.txt
#   rtl/formal/prove.sh --all ..    skips no proof
#   rtl/formal/prove.sh nightly     the rest, which is not recorded: routers of more ports, virtual channels and slots
#   rtl/formal/prove.sh NAME        one of arbiter credit buffer allocation bubble marks paths router ring gates staged (the
#                                   pipelined router; needs cadical), blocks (the first seven), or of the
#                                   nightly ones: mutants cut second reset3 covers sizes
#   rtl/formal/prove.sh whole PORTS VCS SLOTS [GATE-BITS]     one router
#   rtl/formal/prove.sh differ                                finds a fault of the pipelined router, without a proof
# RTL=DIRECTORY: proofs of the RTL in that directory.
# A proof holds for runs of any length. Proofs of the whole router use lemmas about its registers (router_lemmas.sv),
# which are proved together with it. A cover asserts that a situation never occurs, and must be refuted; otherwise
# assumptions contradict each other. A mutant is the RTL with one fault. It must be refuted too, without lemmas;
# otherwise the property is vacuous.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
rtl=${RTL:-$(cd "$here/.." && pwd)}
record="" again=""
while :; do
  case ${1:-} in
    --record) record=yes ;;
    --all) again=yes ;;
    -*) echo "prove.sh: no option $1; there are --record and --all" >&2; exit 2 ;;
    *) break ;;
  esac
  shift
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The modules that router_props.sv instantiates.
parts="$here/router_neighbours.sv $here/router_flit.sv $here/router_checks.sv $here/router_lemmas.sv"
parts="$parts $here/router_ready.sv $here/router_acks.sv $here/router_progress.sv $here/router_covers.sv"
proved="$here/proved.txt"
failed=0
seconds=300 # for pdr
hunt=60     # for bmc before pdr, to refute
ports="" vcs="" depth="" gate=0 bubble=0

# size PORTS VCS DEPTH [GATE_BITS]: parameters of the whole router
size() { ports=$1 vcs=$2 depth=$3 gate=${4:-0}; }

bits() { # width of a number up to $1
  width=1
  while [ $((1 << width)) -le "$1" ]; do width=$((width + 1)); done
  echo $width
}

. "$here/probes.sh"

# flat TOP DIRECTORY-OF-RTL DEFINES COMMANDS: flattens the design and runs the Yosys commands on it
flat() {
  started=$(date +%s)
  parameters=""
  [ "$1" != router ] || parameters="chparam -set PORTS $ports -set VCS $vcs -set DEPTH $depth -set GATE_BITS $gate router_props;"
  lemmas=""
  : >"$work/probes"
  case $3 in *LEMMAS*) lemmas=yes; probes >"$work/probes" ;; esac
  case $3 in *PROGRESS*) progress_probes "$lemmas" >>"$work/probes" ;; esac
  staged=""
  case $3 in *STAGED*) staged="$2/pipelined/*.sv $here/staged_props.sv $here/staged_lemmas.sv" ;; esac
  case $3 in *LEMMAS*STAGED*) staged_probes >>"$work/probes" ;; esac
  case $1$3 in
    *CUT_THROUGH* | [!r]*) ;;
    *) # removes the logic of cut-through, which a register that is 0 after reset would keep
      echo "delete w:i_router.cut_through_q %ci1 t:\$*dff* %i" >>"$work/probes"
      echo "connect -nounset -set \\i_router.cut_through_q 1'b0" >>"$work/probes"
      ;;
  esac
  # Assertions inside the modules are proved for blocks, and together with the lemmas for the router. Elsewhere they are left
  # out, or one of them could be refuted in place of the property.
  assertions=""
  case $1$3 in *LEMMAS* | [!r]*) ;; *) assertions=-DSYNTHESIS ;; esac
  yosys -q -p "read_verilog -formal -sv $3 $assertions $2/*.sv $staged $parts $here/$1_props.sv; \
    $parameters hierarchy -top $1_props; proc; flatten; memory_collect; memory_map; script $work/probes; async2sync; \
    setundef -undriven -anyseq; setattr -unset keep; delete -output; chformal -cover -remove; opt -full; \
    formalff -clk2ff; techmap; dffunmap; $4" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
}

# verdict TOP RESULT EXPECTED LABEL
verdict() {
  verdict=ok
  [ "$2" = "$3" ] || verdict=WRONG failed=1 wrong=1
  case $4 in
    mutant*) mutants=$((mutants + 1)) ;;
    cover*) covers=$((covers + 1)) ;;
    *) theorems=$((theorems + 1)) ;;
  esac
  printf '%-11s %-8s %-5s %3d s  %s\n' "$1" "$2" $verdict $(($(date +%s) - started)) "$4"
}

# check TOP EXPECTED(proved|refuted) LABEL DIRECTORY-OF-RTL [DEFINES]
check() {
  flat "$1" "$4" "${5:-}" "abc -g AND -fast; write_aiger -zinit $work/$1.aig"
  engine="pdr -T $seconds"
  [ "$2" != refuted ] || engine="bmc3 -T $hunt; pdr -T $seconds"
  # scorr is induction over all assertions; pdr gets the assertions that it leaves.
  yosys-abc -q "read_aiger $work/$1.aig; fold; strash; scorr -C 100000; dc2; $engine" >"$work/log" 2>&1 || true
  if grep -q "Property proved" "$work/log"; then result=proved
  elif grep -q "was asserted in frame" "$work/log"; then result=refuted
  else result=unknown; fi
  verdict "$1" $result "$2" "$3"
}

# second EXPECTED LABEL DIRECTORY-OF-RTL DEFINES: a proof of the whole router by another engine, the SAT solver of Yosys:
# one step of induction over all properties and lemmas. A property that it does not prove may still be true.
second() {
  flat router "$3" "$4" "opt_clean; tee -q -o $work/induction sat -tempinduct -prove-asserts -set-assumes -maxsteps 1 -timeout $seconds"
  result=unknown
  grep -q "Induction step proven: SUCCESS" "$work/induction" && result=proved
  verdict "second" $result "$1" "$2"
}

# mutate FILE 's/right/wrong/': the RTL with one fault, in $work/mutant
mutate() {
  rm -rf "$work/mutant"
  mkdir "$work/mutant"
  cp "$rtl"/*.sv "$work/mutant"
  case $1 in pipelined/*) cp -r "$rtl/pipelined" "$work/mutant" ;; esac
  sed -i "$2" "$work/mutant/$1.sv"
  if cmp -s "$rtl/$1.sv" "$work/mutant/$1.sv"; then
    echo "a mutant changes nothing in $1.sv: $2"
    failed=1 wrong=1
  fi
}
# follows PIN: an edit of torusim_router.sv that latches the pin in every cycle, not only in reset
follows() { printf '%s' "s/^ *$1_q  *<= $1_i;//; s/^    if (rst_i) begin/    $1_q <= $1_i;\\n&/"; }
# mutant TOP FILE 's/right/wrong/' LABEL [DEFINES]
mutant() {
  mutate "$2" "$3"
  check "$1" refuted "mutant: $4" "$work/mutant" "${5:-}"
}

# paths EXPECTED LABEL DIRECTORY-OF-RTL: is there a combinational path from an input to an output? Without the
# flip-flops and memories no output may have an input in its cone.
paths() {
  started=$(date +%s)
  yosys -q -p "read_verilog -sv $3/*.sv; chparam -set PORTS 3 -set VCS 4 -set DEPTH 4 -set GATE_BITS $gate -set BUBBLE $bubble torusim_router; prep -flatten -top torusim_router; \
    memory_map; delete t:\$*dff*; select -set cone o:* %ci*; tee -q -o $work/paths.txt select -list @cone i:* %i" \
    >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
  if [ -s "$work/paths.txt" ]; then result=refuted; else result=proved; fi
  verdict paths $result "$1" "$2"
}

# marks EXPECTED LABEL DIRECTORY-OF-RTL [BIT]: bits BIT (0) and BIT + 1 of a flit, where router_props.sv puts marks, reach
# the same bits of flits and no other output.
marks() {
  first=${4:-0}
  started=$(date +%s)
  {
    echo "read_verilog -sv $3/*.sv; chparam -set PORTS 3 -set VCS 2 -set DEPTH 2 -set DATA 96 -set GATE_BITS $gate torusim_router;"
    echo "prep -flatten -top torusim_router; memory_map; opt -full; techmap; opt -fast; splitnets -ports -format __"
    for bit in $first $((first + 1)); do
      echo "select -set reached i:in_data_i_${bit}_ i:in_data_i_$((96 + bit))_ i:in_data_i_$((192 + bit))_ %co*"
      echo "select -set flits o:out_data_o_${bit}_ o:out_data_o_$((96 + bit))_ o:out_data_o_$((192 + bit))_"
      echo "tee -q -o $work/all.$bit select -list @reached @flits %i"
      echo "tee -q -o $work/other.$bit select -list @reached o:* %i @flits %d"
    done
  } >"$work/marks.ys"
  yosys -q -s "$work/marks.ys" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
  result=proved
  for bit in $first $((first + 1)); do
    [ "$(wc -l <"$work/all.$bit")" -ge 3 ] && [ ! -s "$work/other.$bit" ] || result=refuted
  done
  verdict marks $result "$1" "$2"
}

only=${1:-}
# The SHA-256 of all inputs of a proof: names and contents, not paths and times.
inputs() {
  for file in "$rtl"/*.sv "$rtl"/pipelined/*.sv "$here"/*.sv "$here/induction.py" "$here"/*.sh; do
    [ -e "$file" ] || continue # RTL=DIRECTORY may have no pipelined router
    echo "${file##*/} $(sha256sum <"$file")"
  done | LC_ALL=C sort | sha256sum | cut -d' ' -f1
}
hash=$(inputs)
piece="" wrong=0 theorems=0 covers=0 mutants=0
# Ends a piece. Records it in proved.txt if all of it passed and no file has changed meanwhile.
finish() {
  if [ -n "$piece" ] && [ -n "$record" ] && [ $wrong = 0 ] && [ "$(inputs)" = "$hash" ]; then
    grep -v -e "^$piece " "$proved" >"$work/proved.txt" 2>"$work/log" || true
    echo "$piece $hash $theorems proved, $covers covers reached, $mutants mutants refuted" >>"$work/proved.txt"
    LC_ALL=C sort "$work/proved.txt" >"$proved.new" && mv "$proved.new" "$proved"
  fi
  piece="" wrong=0 theorems=0 covers=0 mutants=0
}
# block NAME: ends the piece before, and tells whether this piece is to be proved now.
block() {
  finish
  [ -z "$only" ] || [ "$only" = "$1" ] || { [ "$only" = blocks ] && [ "$1" != router ] && [ "$1" != ring ] && [ "$1" != gates ] &&
    [ "$1" != staged ]; } || return 1
  if [ -z "$again" ] && line=$(grep -e "^$1 $hash " "$proved" 2>"$work/log"); then
    echo "$1: skipped, recorded in proved.txt with these inputs: ${line#* * }"
    return 1
  fi
  piece=$1
}

if block arbiter; then
  check arbiter proved "at most one grant, the most urgent wins, bounded wait (3, 6, 8)" "$rtl"
  check arbiter refuted "cover: the longest wait" "$rtl" -DCOVER
  mutant arbiter torusim_round_robin_arbiter 's/turn_q <= ~(.*/turn_q <= turn_q;/' "the arbiter forgets to turn"
  mutant arbiter torusim_link_arbiter "s/ \&\& (request_i \& beaten_i.*;/;/" "classes are ignored"
  mutant arbiter torusim_round_robin_arbiter "s/= candidates & .*;/= candidates;/" "all candidates are granted"
  check input proved "an input puts forward one ready flit of its most urgent class, lanes in turn (6, 8)" "$rtl"
  check input refuted "cover: both lanes of a class wait behind another" "$rtl" -DCOVER
  mutant input torusim_input_arbiter 's/ready_i & (~ready_i + VCS.*;/turn_q \& ready_i;/' "the last one goes on"
  mutant input torusim_input_arbiter 's/turn_q <= chosen_o/turn_q <= turn_q/' "the lanes forget to turn"
fi
if block credit; then
  check credit proved "no overflow, credits conserved, reserve kept (1, 2, 7)" "$rtl"
  check credit refuted "cover: the pool fills up while a channel is full" "$rtl" -DCOVER
  mutant credit torusim_credit_counter "s/shared_used_q < shared_i/shared_used_q <= shared_i/" "a reserved slot is taken"
  mutant credit torusim_credit_counter "s/ \&\& send_vc_i == credit_vc_i//" "a credit is lost"
  mutant credit torusim_credit_counter "s/else if (credit_i \&\& in_flight_q.*> reserve_i/else if (1'b0/" \
    "a shared slot is never given back"
  mutant credit torusim_credit_counter "s/shared_i - shared_used_q + /COUNT_BITS'(0) + /" "cut-through does not see the pool"
fi
if block buffer; then
  check buffer proved "no over- or underflow, flits in order and undamaged (1, 5)" "$rtl"
  check buffer refuted "cover: push and pop of a full ring" "$rtl" -DCOVER
  mutant buffer torusim_input_buffer "s/front_q\[pop_vc_i\] <= next/front_q[pop_vc_i] <= next + 1'b1/" "a pop counts twice"
  mutant buffer torusim_input_buffer "s/{push_head_i, push_tail_i};/{push_head_i, push_tail_i \&\& !pop_i};/" "a tail is lost"
fi
if block allocation; then
  check allocation proved "an output channel has at most one owner, head to tail (4)" "$rtl"
  check allocation refuted "cover: all channels owned" "$rtl" -DCOVER
  mutant allocation torusim_channel_allocation "s/if (tail_i)/if (1'b0)/" "a tail does not release"
fi
if block bubble; then
  check slots proved "the count of packet slots is exact (15)" "$rtl"
  check slots refuted "cover: a buffer full of worms" "$rtl" -DCOVER
  mutant slots torusim_packet_slots "s/if (!(comes .*/if (1'b1) begin/" "a tail that comes while one is credited is not counted"
  mutant slots torusim_packet_slots "s/worms_q\[v\] < packet_slots_i;/worms_q[v] <= packet_slots_i;/" "a slot too many"
  check bubble proved "a ring of 4 buffers of 3 packet slots never fills, and never stands still (15)" "$rtl"
  check bubble refuted "cover: all packet slots but one are taken" "$rtl" -DCOVER
  mutant bubble torusim_ring_entry "s/slot\[target\] : two_slots\[target\]/slot[target] : slot[target]/" "a head enters a ring with one slot free"
  mutant bubble torusim_ring_entry "s/Straight = INDEX ^ 1/Straight = INDEX/" "a head in the ring waits for two slots"
  bubble=1
  paths proved "bubble flow control: no combinational path from input to output (9)" "$rtl"
  bubble=0
fi
if block paths; then
  paths proved "no combinational path from input to output (9)" "$rtl"
  mutate torusim_router "s/assign idle_o = /assign idle_o = in_valid_i == '0 \&\& /"
  paths refuted "mutant: idle looks at the input pins" "$work/mutant"
fi

if block marks; then
  marks proved "bits of a flit that carry marks lead nowhere else" "$rtl"
  mutate torusim_route_shift "s/- 9'd1;/- 9'd1 - {8'd0, data_i[1]};/"
  marks refuted "mutant: hops look at bit 1" "$work/mutant"
fi

# The whole router. Reset may come in any cycle.
all="-DLEMMAS -DGRANTS -DURGENCY -DCREDITS -DCOUNTS -DOWNERS -DFLIT -DACKS -DPROGRESS"
whole() { # PORTS VCS DEPTH [GATE_BITS]
  size "$@"
  with="" rules="11, 12"
  [ $gate = 0 ] || with=", gates of $gate bits" rules="11 to 13"
  check router proved "$1 ports, $2 VCs, $3 slots$with: 1 to 8, $rules and the lemmas" "$rtl" "$all"
}
if block router; then
  whole 3 2 2
  mutant router torusim_input_port "s/credit_q <= granted_i/credit_q <= valid_i/" "a credit comes too early (2)" -DCOUNTS
  mutant router torusim_ack_relay "s/but_lowest = vcs \& (vcs - VCS'(1))/but_lowest = '0/" "one of two acks is lost (12)" -DACKS
  mutant router torusim_ack_relay "s/if (started\[v\] && ack/if (ack/" "an ack goes to a worm that waits (12)" -DACKS
  mutant router torusim_input_port "s/(started\[v\] || (free\[target\] && heads_go\[v\]))/1'b1/" "a head enters an owned channel (4)" -DOWNERS
  mutant router torusim_input_port "s/if (granted_i \&\& tail_o \&\& next)/if (1'b0)/" "a head follows the old route (11)" -DFLIT
  mutant router torusim_next_lane "s/(p \/ 2 == INDEX \/ 2)/1'b1/" "the lane is not reset on a turn (5)" -DFLIT
  mutant router torusim_next_lane "s/named_i || //" "the lane of a segment is not read (5)" -DFLIT
  mutant router torusim_input_buffer "s/{push_head_i, push_tail_i};/{push_head_i, push_tail_i \&\& !pop_i};/" \
    "a tail is lost (5)" -DFLIT
  mutant router torusim_output_port "s/data_q <= data_i;/data_q <= (!head_i \&\& data_i[DATA-1-:8] == 8'hA5) ? \
{data_i[DATA-1-:8], data_i[DATA-10:8], 1'b0, data_i[7:0]} : data_i;/" "payload that begins with A5 is shifted (5)" -DFLIT
  mutant router torusim_route_shift "s/{16'd0, data_i\[DATA-1:S/{data_i[DATA-1-:16], data_i[DATA-1:S/" \
    "the top segment is doubled on a shift (5)" -DFLIT
  mutant router torusim_route_shift "s/assign hops = .*/assign hops = {data_i[Hops+8], data_i[Hops+:8] - 8'd1};/" \
    "hops without a borrow at 256 (5)" -DFLIT
  mutant router torusim_input_port "s/(free\[target\] && /(free[target] \&\& \
(flits \& ~(VCS'(1) << v)) == '0 \&\& /" "a head waits while another VC holds flits (8)" -DPROGRESS
  mutant router torusim_whole_worms "s/= asked_i ? some_q : '1/= '1/" "with store and forward a head does not wait (8)" -DPROGRESS
  mutant router torusim_router "$(follows transit_first)" "transit first follows its pin after reset (6)" -DURGENCY
  mutant router torusim_router "$(follows reserve)" "the reserve follows its pins after reset (7)" -DCREDITS
  mutant router torusim_input_port "s/assign class_o .*/assign class_o = chosen_vc;/" "lanes count as classes (6)" -DURGENCY
  check router proved "every output is quiet after reset, whatever the state before (10)" "$rtl" -DRESET
  mutant router torusim_input_port "s/if (rst_i) credit_q <= 1'b0;/if (1'b0) credit_q <= 1'b0;/" "a credit survives reset (10)" \
    -DRESET
  check router refuted "cover: a worm goes on behind one that preempted it" "$rtl" "-DCOVER -DPREEMPTION"
  check router refuted "cover: flits from all neighbours at once" "$rtl" "-DCOVER -DSENDERS"
fi
if block ring; then
  whole 3 2 4 # a ring of 2 never has a head arriving while one leaves and another stays
  mutant router torusim_input_port "s/leaving_vc == vc \&\& !followed/leaving_vc == vc/" \
    "a head that comes takes over the route of the head in front (5, 11)" "-DFLIT -DNARROW"
fi
if block gates; then
  whole 3 2 2 32 # the mutants have narrow gates: they are refuted sooner
  size 3 2 2 3
  mutant router torusim_phase_gate "s/ < limit\[target/ <= limit[target/" "a gate admits the message of its limit (13)" -DPROGRESS
  mutant router torusim_phase_gate "s/number\[v\*GATE_BITS+:GATE_BITS\] < /number[v*GATE_BITS+:GATE_BITS] + GATE_BITS'(1) < /" \
    "a gate holds the last message of its phase (13)" -DPROGRESS
  mutant router torusim_input_port "s/whole & fits & admitted/whole \& fits/" "heads do not ask gates (13)" -DPROGRESS
  mutant router torusim_phase_gate "s/target = IndexBits'(out\[v\*PORT_BITS+:PORT_BITS\])/target = IndexBits'(out[PORT_BITS-1:0])/" \
    "a head asks the gate of another output (13)" -DPROGRESS
  mutant router torusim_gate_limit "s/tail_i ? next_q : limit_q/limit_q/" "the limit behind a tail comes a cycle late (13)" -DPROGRESS
  mutant router torusim_phase_gate "s/if (follows_i) number_q/if (1'b0) number_q/" "a head has the number of the one before (13)" \
    -DPROGRESS
  mutant router torusim_router "s/.tail_i (out_valid_o\[o\] && out_tail_o\[o\])/.tail_i (out_tail_o[o])/" \
    "a gate moves on although no tail is on the channel (13)" -DPROGRESS
  check router refuted "cover: a head that only its gate held leaves" "$rtl" "-DPROGRESS -DHELD"
  gate=32
  paths proved "gates: no combinational path from input to output (9)" "$rtl"
  gated_marks=$work/uncut # without cut-through, which reads the length
  cp -r "$rtl" "$gated_marks"
  sed -i "s/cut_through_q <= cut_through_i/cut_through_q <= 1'b0/" "$gated_marks/torusim_router.sv"
  marks proved "gates: bits of a flit that carry marks lead nowhere else" "$gated_marks" 32
fi

if block staged; then
  size 2 2 2
  mutant router pipelined/torusim_pipelined_front "s/(judgment\[1\] \&\& own_tail)/judgment[1]/" \
    "pipelined: a head follows a flit that is no tail" "-DNARROW -DSTAGED"
  mutant router pipelined/torusim_pipelined_router "s/granted_q <= '0;/granted_q <= granted;/" \
    "pipelined: a grant survives reset" "-DNARROW -DSTAGED"
  mutant router pipelined/torusim_pipelined_output "s/sent_i\[v\] ? sent_tail_i\[v\] : free_q\[v\]/free_q[v] \&\& !(sent_i[v] \&\& !sent_tail_i[v])/" \
    "pipelined: a tail does not release" "-DNARROW -DSTAGED"
  mutant router pipelined/torusim_pipelined_router "s/credit_q <= '0;/credit_q <= ports(granted_q);/" \
    "pipelined: a credit survives reset" "-DNARROW -DSTAGED"
  mutant router pipelined/torusim_pipelined_front "s/slot_o     = front_q;/slot_o     = front_q + PTR_BITS'(1);/" \
    "pipelined: the flit behind the granted one is read" "-DNARROW -DSTAGED"
  for size in "2 2 2" "3 2 2"; do
    size $size
    flat router "$rtl" "-DLEMMAS -DCREDITS -DCOUNTS -DACKS -DOWNERS -DFLIT -DSTAGED" \
      "abc -g AND -fast; write_aiger -zinit $work/router.aig"
    "$here/induction.py" "$work/router.aig" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
    if grep -q "Property proved" "$work/log"; then result=proved; else result=unknown; fi
    verdict staged $result proved "$ports ports, $vcs VCs, $depth slots: the pipelined router is torusim_router.sv a cycle later"
  done
  size 2 2 2
  check router refuted "cover, pipelined: a worm goes on behind one that preempted it" "$rtl" "-DCOVER -DPREEMPTION -DSTAGED"
  check router refuted "cover, pipelined: all ports send, take and credit flits at once" "$rtl" "-DCOVER -DALL_PORTS -DSTAGED"
fi

finish

if [ "$only" = differ ]; then
  size 2 2 2
  seconds=1
  check router refuted "a pin of the pipelined router differs from that of torusim_router.sv" "$rtl" "-DNARROW -DSTAGED"
fi
if [ "$only" = whole ]; then
  seconds=5
  whole "$2" "$3" "$4" "${5:-0}"
fi

# Proofs that are too long for a test, in pieces that can be run by name.
nightly() { [ "$only" = nightly ] || [ "$only" = "$1" ]; }
hunt=${NIGHTLY_BMC_SECONDS:-300} seconds=${NIGHTLY_SECONDS:-900}
if nightly mutants; then
  size 3 2 2
  mutant router torusim_round_robin_arbiter "s/= candidates & .*;/= candidates;/" "all candidates are granted (3)" -DGRANTS
  mutant router torusim_link_arbiter "s/ \&\& (request_i \& beaten_i.*;/;/" "classes are ignored (6)" -DURGENCY
  mutant router torusim_credit_counter "s/shared_used_q < shared_i/shared_used_q <= shared_i/" "a reserved slot is taken (7)" \
    -DCREDITS
  mutant router torusim_router "s/= transit_first_q ? local_q : '0;/= '0;/" "transit is not preferred (6)" -DURGENCY
  mutant router torusim_router "s/= transit_first_q ? local_q : '0;/= local_q;/" "transit goes first where ports take turns (8)" -DPROGRESS
  mutant router torusim_whole_worms "s/tails_q\[from_vc_i\] == COUNT_BITS'(1)/1'b1/" "a tail that leaves takes the one behind it out of the count (8)" -DPROGRESS
fi
if nightly cut; then
  size 3 2 2
  check router proved "3 ports, 2 VCs, 2 slots, cut-through too: 1 to 8, 11, 12 and the lemmas" "$rtl" "$all -DCUT_THROUGH"
  mutant router torusim_cut_through "s/<= room/<= COUNT_BITS'(1) + room/" "a head cuts through into room for all but one flit (8)" "-DPROGRESS -DCUT_THROUGH"
  mutant router torusim_input_port "s/saturated(next_flits)/flits_q[chosen_vc*COUNT_BITS+:COUNT_BITS]/" \
    "the head behind a tail has the old worm's length (8)" "-DPROGRESS -DCUT_THROUGH"
fi
if nightly second; then
  for size in "3 2 2" "3 2 4" "3 4 2"; do
    size $size
    second proved "$ports ports, $vcs VCs, $depth slots: 1 to 8, 11, 12 and the lemmas" "$rtl" "$all"
  done
  size 3 2 2
  mutate torusim_input_port "s/credit_q <= granted_i/credit_q <= valid_i/"
  second unknown "mutant: a credit comes too early (2)" "$work/mutant" "$all"
fi
if nightly reset3; then
  size 3 3 2
  check router proved "3 classes: every output is quiet after reset (10)" "$rtl" -DRESET
fi
if nightly covers; then
  size 3 2 2
  check router refuted "cover: all ports busy" "$rtl" "-DCOVER -DALL_PORTS"
  size 3 3 2
  check router refuted "cover, 3 classes: a worm goes on behind one that preempted it" "$rtl" "-DCOVER -DPREEMPTION"
fi
if nightly sizes; then
  whole 3 3 2
  whole 3 4 2
  whole 5 2 2
  whole 5 4 4
fi
exit $failed
