# Sourced by prove.sh: Yosys commands that connect wires of modules with properties to registers of the flat routers.
# Sizes are in $ports, $vcs, $depth and $gate.

# probe WIRE INDEX WIDTH REGISTER: a command that connects a register of the flat router, or of the pipelined one
of=i_router
probe() { echo "connect -nounset -set \\$module.$1[$(($2 * $3 + $3 - 1)):$(($2 * $3))] \\$of.$4"; }

# progress_probes [LEMMAS]: commands that connect the wires of router_progress.sv
progress_probes() {
  module=i_progress
  probe request 0 $((ports * ports)) request
  probe grant 0 $((ports * ports)) grant
  for p in $(seq 0 $((ports - 1))); do
    in="gen_input[$p].i_input"
    probe chosen "$p" "$vcs" "$in.chosen"
    [ -n "$1" ] || continue
    probe lane_turn "$p" "$vcs" "$in.i_arbiter.turn_q"
    probe out "$p" $((vcs * $(bits $((ports - 1))))) "$in.out_q"
    probe turn "$p" "$ports" "gen_output[$p].i_arbiter.i_turns.turn_q"
  done
}

# common_probes: the registers of torusim_router.sv that router_lemmas.sv and staged_lemmas.sv both have
common_probes() {
  count=$(bits "$depth") pointer=$(bits $((depth - 1))) port=$(bits $((ports - 1))) vc=$(bits $((vcs - 1)))
  for p in $(seq 0 $((ports - 1))); do
    in="gen_input[$p].i_input" out="gen_output[$p].i_output"
    probe occupied "$p" "$vcs" "$in.i_buffer.occupied_q"
    probe started "$p" "$vcs" "$in.started_q"
    probe waiting "$p" "$vcs" "$in.i_acks.waiting_q"
    probe out "$p" $((vcs * port)) "$in.out_q"
    probe out_vcs "$p" $((vcs * vc)) "$in.out_vc_q"
    probe free "$p" "$vcs" "$out.i_allocation.free_q"
    for v in $(seq 0 $((vcs - 1))); do
      probe front $((p * vcs + v)) "$pointer" "$in.i_buffer.front_q[$v]"
      probe back $((p * vcs + v)) "$pointer" "$in.i_buffer.back_q[$v]"
      probe in_flight $((p * vcs + v)) "$count" "$out.i_credits.in_flight_q[$v]"
    done
    for slot in $(seq 0 $((vcs * depth - 1))); do
      probe ends $((p * vcs * depth + slot)) 2 "$in.i_buffer.ends_q[$slot]"
      probe data $((p * vcs * depth + slot)) 96 "$in.i_buffer.data_q[$slot]"
    done
  done
}

# probes: commands that connect the wires of router_lemmas.sv
probes() {
  module=i_lemmas
  common_probes
  probe two_lanes 0 1 two_lanes_q
  probe transit_first 0 1 transit_first_q
  probe store_and_forward 0 1 store_and_forward_q
  probe cut_through 0 1 cut_through_q
  probe local_ports 0 "$ports" local_q
  probe dateline 0 "$ports" dateline_q
  probe reserve 0 "$count" reserve_q
  probe shared 0 "$count" shared_q
  for p in $(seq 0 $((ports - 1))); do
    in="gen_input[$p].i_input" out="gen_output[$p].i_output"
    probe flits "$p" $((vcs * count)) "$in.flits_q"
    probe some_tail "$p" "$vcs" "$in.i_whole.some_q"
    probe legal "$p" "$vcs" "$in.legal_q"
    [ $gate = 0 ] || probe number "$p" $((vcs * gate)) "$in.gen_gate.i_gate.number_q"
    probe below_reserve "$p" "$vcs" "$out.i_credits.below_reserve_q"
    probe shared_used "$p" "$count" "$out.i_credits.shared_used_q"
    for v in $(seq 0 $((vcs - 1))); do
      probe tails $((p * vcs + v)) "$count" "$in.i_whole.tails_q[$v]"
      probe far $((p * vcs + v)) "$count" "i_checks.gen_account[$p].far[$v]"
    done
  done
}

# staged_probes: commands that connect the wires of staged_lemmas.sv
staged_probes() {
  module=i_both.i_staged_lemmas
  common_probes
  width=$((2 * ports)) entry=$((2 * ports + 2))
  for p in $(seq 0 $((ports - 1))); do
    in="gen_input[$p].i_input"
    probe lane_turn "$p" "$vcs" "$in.i_arbiter.turn_q"
    probe ready "$p" "$vcs" "$in.ready"
    probe chosen "$p" "$vcs" "$in.chosen"
    probe turn "$p" "$ports" "gen_output[$p].i_arbiter.i_turns.turn_q"
  done
  of=i_both.i_staged
  for register in two_lanes transit_first store_and_forward; do probe s_$register 0 1 ${register}_q; done
  probe s_local 0 "$ports" local_q
  probe s_dateline 0 "$ports" dateline_q
  probe s_reserve 0 "$count" reserve_q
  probe s_shared 0 "$count" shared_q
  every=$((ports * vcs))
  probe s_chosen 0 $every chosen
  probe s_granted 0 $every granted_q
  probe s_to_q 0 $((every * width)) to_q
  probe s_tail_to_q 0 $((every * width)) tail_to_q
  probe s_to_port_q 0 $((every * ports)) to_port_q
  probe s_takes_shared_q 0 $((every * ports)) takes_shared_q
  probe s_sent 0 $every sent
  probe s_sent_tail 0 $every sent_tail
  probe s_ack_came 0 "$ports" ack_q
  probe s_ack_came_vc 0 $((ports * vc)) ack_vc_q
  probe s_relayed 0 "$ports" in_ack_o
  probe s_relayed_vc 0 $((ports * vc)) in_ack_vc_o
  for p in $(seq 0 $((ports - 1))); do
    in="gen_input[$p].i_input" out="gen_output[$p].i_output"
    probe s_ready "$p" "$vcs" "$in.ready"
    probe s_served "$p" "$vcs" "$in.served"
    probe s_write "$p" $((vcs * pointer)) "$in.back_q"
    probe s_waiting "$p" "$vcs" "$in.i_acks.waiting_q"
    probe s_turns "$p" $((ports * ports)) "gen_output[$p].i_order.turns"
    probe s_in_flight "$p" $((vcs * count)) "$out.in_flight_q"
    probe s_used "$p" "$count" "$out.used_q"
    probe s_free "$p" "$vcs" "$out.free_q"
    for flag in less "" more most; do
      probe "s_low${flag:+_$flag}" "$p" "$vcs" "$out.low_${flag:+${flag}_}q"
      probe "s_pool${flag:+_$flag}" "$p" 1 "$out.pool_${flag:+${flag}_}q"
    done
    for slot in $(seq 0 $((vcs * depth - 1))); do
      probe s_data $((p * vcs * depth + slot)) 98 "$in.data_q[$slot]"
    done
    for v in $(seq 0 $((vcs - 1))); do
      n=$((p * vcs + v)) front="$in.gen_vc[$v].i_front"
      probe s_slots $n $((depth * entry)) "$front.slots_q"
      probe s_front $n "$pointer" "$front.front_q"
      probe s_back $n "$pointer" "$front.back_q"
      probe s_count $n "$count" "$front.count_q"
      probe s_tails $n "$count" "$front.tails_q"
      probe s_started $n 1 "$front.started_q"
      probe s_owned $n "$width" "$front.owned_q"
      probe s_worm_to $n "$width" "$front.worm_to_q"
      for next in 0 1; do
        probe s_to$next $n "$width" "$front.to${next}_q"
        probe s_judged$next $n 4 "$front.judged${next}_q"
        probe s_tail$next $n 1 "$front.tail${next}_q"
      done
    done
  done
  of=i_router
}
