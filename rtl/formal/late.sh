# Sourced by prove.sh: the router of three stages is compared with that of two.

# late EXPECTED LABEL DIRECTORY-OF-RTL PORTS VCS DEPTH DATA: is the pipelined router of three stages, for any inputs, that of two
# with a register at its pins (staged_late.sv)? Both have the registers of the stages that they share, under the same names.
# Driven by the same values, these have the same logic; so they stay equal. Pins that are equal in two cycles with
# these registers are equal in the next one, and in the two cycles after a reset all pins are quiet.
late() {
  started=$(date +%s)
  last=""
  for pin in valid head tail vc data credit credit_vc; do last="$last w:i_router.${pin}_q"; done
  script=""
  for stages in 2 3; do
    script="$script read_verilog -sv $3/pipelined/*.sv $3/ack_relay.sv $3/route_shift.sv $3/crossbar.sv $here/staged_late.sv; \
      chparam -set PORTS $4 -set VCS $5 -set DEPTH $6 -set DATA $7 -set DELAY $stages staged_late; hierarchy -top staged_late; \
      proc; flatten; memory_map; opt -full; techmap; opt -fast; rename -hide w:* w:*_q w:*_q[*] x:* %u %u %d $last; opt_clean; \
      rename -top of$stages; design -stash $stages;"
  done
  merge="opt_merge -share_all; opt_clean;"
  yosys -q -p "$script design -copy-from 2 of2; design -copy-from 3 of3; equiv_make of2 of3 both; hierarchy -top both; \
    $merge $merge select -set pins o:pins_o %ci2 t:\$equiv %i; tee -q -o $work/shared equiv_status t:\$equiv @pins %d; \
    equiv_induct -seq 2; tee -q -o $work/all equiv_status" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
  result=unknown
  grep -q "successfully proven" "$work/shared" && grep -q "successfully proven" "$work/all" && result=proved
  verdict late $result "$1" "$2"
}
