# Faults planted into a copy of the RTL, for tests only: each is one expression of a file, replaced by a wrong one
# when the test says so. One Verilated model holds them all and asks planted_bug() which one is on.
#
# plant(name file before expression wrong): `expression` is what follows `before` in the file, exactly once.
set(PLANTED_NAMES "")
set(PLANTED_COUNT 0)

function(plant name file before expression wrong)
  math(EXPR number "${PLANTED_COUNT} + 1")
  set(text "${RTL_${file}}")
  string(FIND "${text}" "${before}${expression}" at)
  string(FIND "${text}" "${before}${expression}" last REVERSE)
  if(at EQUAL -1 OR NOT at EQUAL last)
    message(FATAL_ERROR "planted bug '${name}': '${before}${expression}' is not in ${file}.sv exactly once")
  endif()
  string(REPLACE "${before}${expression}"
    "${before}((planted::planted_bug() == ${number}) ? (${wrong}) : (${expression}))" text "${text}")
  set(RTL_${file} "${text}" PARENT_SCOPE)
  set(PLANTED_COUNT ${number} PARENT_SCOPE)
  set(PLANTED_NAMES "${PLANTED_NAMES}\n    \"${name}\"," PARENT_SCOPE)
  # For rtl/test/planted_table.py: one by one in RTL that is otherwise as it was.
  set(at ${CMAKE_CURRENT_BINARY_DIR}/planted/faults/${number})
  file(WRITE ${at}/name "${name}")
  file(WRITE ${at}/file "${file}")
  file(WRITE ${at}/right "${before}${expression}")
  file(WRITE ${at}/wrong "${before}(${wrong})")
endfunction()

foreach(path IN LISTS TORUSIM_RTL_SOURCES TORUSIM_PIPELINED_SOURCES)
  get_filename_component(name ${path} NAME_WE)
  file(READ ${path} RTL_${name})
endforeach()

# A count of flits for a fault that comes late.
string(REPLACE "  logic no_ack;\n" "  logic no_ack;\n  logic [10:0] planted_q;\n  always_ff @(posedge clk_i) begin
    if (rst_i) planted_q <= '0;
    else if (granted_i && !(&planted_q)) planted_q <= planted_q + 11'd1;\n  end\n" RTL_torusim_input_port "${RTL_torusim_input_port}")

foreach(path IN LISTS TORUSIM_RTL_SOURCES TORUSIM_PIPELINED_SOURCES)
  get_filename_component(name ${path} NAME_WE)
  file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/planted/faults/${name}.sv "${RTL_${name}}")
endforeach()

plant("a credit that comes while a flit leaves is lost" torusim_credit_counter
  "else if (" [=[send_i && credit_i && send_vc_i == credit_vc_i]=] [=[send_i && credit_i]=])
plant("a reserved slot is taken" torusim_credit_counter
  "pool_left = " [=[shared_used_q < shared_i]=] [=[shared_used_q <= shared_i]=])
plant("a shared slot is never given back" torusim_credit_counter
  "else if (" [=[credit_i && in_flight_q[credit_vc_i] > reserve_i]=] [=[1'b0]=])
plant("the link arbiter forgets to turn" torusim_round_robin_arbiter
  "turn_q <= " [=[~(grant_o | (grant_o - N'(1)))]=] [=[turn_q]=])
plant("the link arbiter ignores classes" torusim_link_arbiter
  "most_urgent[i] = request_i[i] && " [=[(request_i & beaten_i[i*PORTS+:PORTS]) == '0]=] [=[1'b1]=])
plant("a less urgent class wins the link" torusim_urgency
  "more_urgent[j] = " [=[urgencies[j*URGENCY_BITS+:URGENCY_BITS] < than]=]
  [=[urgencies[j*URGENCY_BITS+:URGENCY_BITS] > than]=])
plant("preemption waits until the preempted worm pauses" torusim_input_arbiter
  "first    = " [=[ready_i & (~ready_i + VCS'(1))]=]
  [=[((turn_q & ready_i) != '0) ? (turn_q & ready_i) : (ready_i & (~ready_i + VCS'(1)))]=])
plant("the lane's turn moves although no flit leaves" torusim_input_arbiter
  "else if (" [=[granted_i]=] [=[1'b1]=])
plant("a tail does not release its channel" torusim_channel_allocation
  "else if (send_i) begin\n      if (" [=[tail_i]=] [=[1'b0]=])
plant("a head enters a channel that another worm owns" torusim_input_port
  "credit[target] && " [=[(started[v] || (free[target] && heads_go[v]))]=] [=[1'b1]=])
plant("the lane is not reset on a turn" torusim_next_lane
  "along[p] = " [=[(p / 2 == INDEX / 2)]=] [=[1'b1]=])
plant("the dateline is not seen" torusim_next_lane
  "assign dateline = " [=[Padded'(dateline_i)]=] [=['0]=])
plant("a route segment ends one hop early" torusim_route_shift
  "else if (" [=[hops == '0]=] [=[hops <= 9'd1]=])
plant("the head behind a tail follows the old route" torusim_input_port
  "if (" [=[granted_i && tail_o && next]=] [=[1'b0]=])
plant("a credit names the wrong channel" torusim_input_port
  "credit_vc_q <= " [=[chosen_vc]=] [=[vc_o]=])
plant("a credit is given when a flit arrives" torusim_input_port
  "credit_q <= " [=[granted_i]=] [=[valid_i]=])
plant("a tail is lost when it arrives while a flit leaves" torusim_input_buffer
  "ends_q[SlotBits'({push_vc_i, back_q[push_vc_i]})] <= " [=[{push_head_i, push_tail_i}]=] [=[{push_head_i, push_tail_i && !pop_i}]=])
plant("an arriving flit overwrites the last one while another leaves" torusim_input_buffer
  "data_q[SlotBits'({push_vc_i, " [=[back_q[push_vc_i]]=] [=[back_q[push_vc_i] - PtrBits'(pop_i && pop_vc_i == push_vc_i)]=])

plant("all inputs that ask are granted at once" torusim_round_robin_arbiter
  "grant_o    = " [=[candidates & (~candidates + N'(1))]=] [=[candidates]=])
plant("after reset no channel is free" torusim_channel_allocation
  "if (rst_i) free_q <= " [=['1]=] [=['0]=])
plant("an ack goes back for a worm of another channel" torusim_ack_relay
  "+:VC_BITS] ==\n          " [=[out_vcs[v*VC_BITS+:VC_BITS]]=]
  [=[ack_vc[IndexBits'(outs[v*PORT_BITS+:PORT_BITS])*IndexBits'(VC_BITS)+:VC_BITS]]=])
plant("an ack is lost when two come at once" torusim_ack_relay
  "but_lowest = vcs & " [=[(vcs - VCS'(1))]=] [=['0]=])

# Those that networks seldom or never bring about; rtl/test/steered_test.cpp and the proofs do.
plant("a payload that begins with A5 is shifted" torusim_output_port
  "data_q <= " [=[data_i]=]
  [=[(!head_i && data_i[DATA-1-:8] == 8'hA5) ? {data_i[DATA-1-:8], data_i[DATA-10:8], 1'b0, data_i[7:0]} : data_i]=])
plant("the top segment is doubled on a shift" torusim_route_shift
  "data_o = " [=[{16'd0, data_i[DATA-1:Segments+16], data_i[Segments-1:0]}]=]
  [=[{data_i[DATA-1-:16], data_i[DATA-1:Segments+16], data_i[Segments-1:0]}]=])
plant("hops without a borrow at 256" torusim_route_shift
  "assign hops = " [=[data_i[Hops+:9] - 9'd1]=] [=[{data_i[Hops+8], data_i[Hops+:8] - 8'd1}]=])
plant("a head waits while another VC holds flits" torusim_input_port
  "(started[v] || (" [=[free[target]]=] [=[free[target] && (flits & ~(VCS'(1) << v)) == '0]=])
plant("a head that comes takes over the route of the one in front" torusim_input_port
  "leaving_vc == vc && " [=[!followed]=] [=[1'b1]=])
plant("after 2,000 flits a credit names the next channel" torusim_input_port
  "credit_vc_o = " [=[credit_vc_q]=] [=[credit_vc_q ^ VC_BITS'(&planted_q)]=])
plant("with four rivals the turn goes back" torusim_round_robin_arbiter
  "~(grant_o | " [=[(grant_o - N'(1))]=] [=[($countones(request_i) >= 4 ? N'(0) : grant_o - N'(1))]=])
plant("the third of three acks is lost" torusim_ack_relay
  "waiting[v] = " [=[1'b1]=] [=[$countones(waiting) < 2]=])
plant("reset keeps the lane's turn" torusim_input_arbiter
  "if (rst_i) turn_q <= " [=['0]=] [=[turn_q]=])
plant("reset keeps the worms that are started" torusim_input_port
  "if (rst_i) started_q <= " [=['0]=] [=[started_q]=])
plant("reset keeps the acks that wait" torusim_ack_relay
  "if (rst_i) begin\n      waiting_q <= " [=['0]=] [=[waiting_q]=])
plant("the pool loses a slot when a flit and a credit cross" torusim_credit_counter
  "reserve_i) begin\n        if (" [=[!(credit_i && in_flight_q[credit_vc_i] > reserve_i)]=] [=[1'b1]=])
plant("the last own slot is not used" torusim_credit_counter
  "if (" [=[in_flight_q[send_vc_i] + COUNT_BITS'(1) == reserve_i]=]
  [=[in_flight_q[send_vc_i] + COUNT_BITS'(2) >= reserve_i]=])
plant("lane 1 goes before lane 0 whosever turn it is" torusim_input_arbiter
  "sibling  = (" [=[(first & FirstLanes & turn_q) << 1]=] [=[(first & FirstLanes) << 1]=])
plant("a port that is one too high passes for legal" torusim_input_port
  "legal_q[vc_i]  <= " [=[{1'b0, arrive_port} < 6'(PORTS)]=] [=[{1'b0, arrive_port} <= 6'(PORTS)]=])
plant("idle although an ack is inside" torusim_input_port
  "empty_o     = " [=[occupied == '0 && !credit_q && no_ack]=] [=[occupied == '0 && !credit_q]=])
plant("the lane is reset on a turn back" torusim_next_lane
  "!local_i[p] && " [=[!local_i[INDEX]]=] [=[!local_i[INDEX] && p != INDEX]=])
plant("a full ring is empty after one flit" torusim_input_buffer
  "if (" [=[!next_o]=] [=[!next_o || back_q[pop_vc_i] == front]=])

# Of what a router does only where it is asked to, or must not do elsewhere.
plant("transit does not go first" torusim_router
  "assign yields = " [=[transit_first_q]=] [=[1'b0]=])
plant("transit goes first where ports take turns" torusim_router
  " ? local_q : " [=['0]=] [=[local_q]=])
plant("a head does not wait for its worm" torusim_whole_worms
  "whole_o = asked_i ? " [=[some_q]=] [=['1]=])
plant("a tail that leaves takes the one behind it out of the count" torusim_whole_worms
  "if (" [=[tails_q[from_vc_i] == COUNT_BITS'(1)]=] [=[1'b1]=])
plant("a tail that comes while one leaves is not counted" torusim_whole_worms
  "!(tail_comes_i && tail_leaves_i && " [=[to_vc_i == from_vc_i]=] [=[1'b1]=])
plant("a head cuts through into room for all but one flit" torusim_cut_through
  "fitting[v] = " [=[flits[v*COUNT_BITS+:COUNT_BITS]]=] [=[flits[v*COUNT_BITS+:COUNT_BITS] - COUNT_BITS'(1)]=])
plant("cut-through looks at the VC's own slots only" torusim_credit_counter
  "            " [=[shared_i - shared_used_q]=] [=[COUNT_BITS'(0)]=])
plant("the head behind a tail has the old worm's length" torusim_input_port
  "<= saturated(" [=[next_flits]=] [=[32'(flits_q[chosen_vc*COUNT_BITS+:COUNT_BITS])]=])
plant("the lane of a segment is not read" torusim_next_lane
  "(straight[out_i] && lane_i) || " [=[named_i]=] [=[1'b0]=])

# Of gates: fault 50 and later ones (kFirstOfGates in planted.h).
plant("a gate admits the message of its limit" torusim_phase_gate
  "admitted[v] = " [=[number[v*GATE_BITS+:GATE_BITS] < limit[target+:GATE_BITS]]=]
  [=[number[v*GATE_BITS+:GATE_BITS] <= limit[target+:GATE_BITS]]=])
plant("a gate holds the last message of its phase" torusim_phase_gate
  "assign admitted_o = admitted(occupied_i, out_i, " [=[number_q]=] [=[number_q + (GATE_BITS*VCS)'(1)]=])
plant("heads do not ask gates" torusim_input_port
  "started_q, whole & fits & " [=[admitted]=] [=['1]=])
plant("a head asks the gate of another output" torusim_phase_gate
  "target = " [=[IndexBits'(out[v*PORT_BITS+:PORT_BITS]) * IndexBits'(GATE_BITS)]=]
  [=[IndexBits'(out[PORT_BITS-1:0]) * IndexBits'(GATE_BITS)]=])
plant("the limit behind a tail comes a cycle late" torusim_gate_limit
  "limit_o = " [=[tail_i]=] [=[1'b0]=])
plant("a gate moves on although no tail is on the channel" torusim_router
  ".tail_i (" [=[out_valid_o[o] && out_tail_o[o]]=] [=[out_tail_o[o]]=])
plant("a head behind a tail has the number of the worm before" torusim_phase_gate
  "if (" [=[follows_i]=] [=[1'b0]=])
plant("gates compare without the highest bits" torusim_phase_gate
  "number_q[arrive_vc_i*GATE_BITS+:GATE_BITS] <= " [=[arrive_number_i]=] [=[arrive_number_i & ~(~GATE_BITS'(0) << 20)]=])

# Of bubble flow control: fault 58 and later ones (kFirstOfBubble in planted.h).
plant("a head enters a ring with one packet slot free" torusim_ring_entry
  "32'(port) == Straight ? slot[target] : " [=[two_slots[target]]=] [=[slot[target]]=])
plant("a head in its ring waits for two packet slots" torusim_ring_entry
  "fitting[v] = " [=[32'(port) == Straight]=] [=[1'b0]=])
plant("a head looks at room in place of packet slots" torusim_ring_entry
  "occupied[v] && " [=[ring[port]]=] [=[1'b0]=])
plant("a buffer takes a worm more than it has packet slots" torusim_packet_slots
  "assign slot_o[v]      = " [=[worms_q[v] < packet_slots_i]=] [=[worms_q[v] <= packet_slots_i]=])
plant("a tail that is sent while one is credited is not counted" torusim_packet_slots
  "!(comes && leaves && " [=[send_vc_i == credit_vc_i]=] [=[1'b1]=])
plant("a tail that is sent with a credit passes for payload" torusim_packet_slots
  "tails_q[send_vc_i][next_q[send_vc_i]] <= " [=[tail_i]=] [=[tail_i && !credit_i]=])

# Of the pipelined router: fault 64 and later ones (kFirstOfPipelined in planted.h).
plant("a head follows a flit that is no tail" torusim_pipelined_front
  "ready_o  = own ? (judgment[1] && " [=[own_tail]=] [=[1'b1]=])
plant("a flit takes the shared slot that another VC has just taken" torusim_pipelined_front
  "|| judgment[0] : (" [=[pool]=] [=[1'b0]=])
plant("the flit behind one that leaves has its judgment" torusim_pipelined_front
  "judgment = " [=[pop_i ? judged1_q : judged0_q]=] [=[judged0_q]=])
plant("a tail that leaves stays in the count" torusim_pipelined_front
  "tails_q - " [=[COUNT_BITS'(pop_i && first[0])]=] [=[COUNT_BITS'(0)]=])
plant("a worm that has gone gets acks" torusim_pipelined_front
  "if (pop_i) started_q <= " [=[!first[0]]=] [=[1'b1]=])
plant("lanes take turns without the grant of the cycle before" torusim_pipelined_input
  "served = " [=[granted_i != '0 ? granted_i : served_q]=] [=[served_q]=])
plant("the lane is kept on a turn" torusim_pipelined_input
  "next = two_lanes ? (" [=[straight && lane]=] [=[lane]=])
plant("the flit behind the granted one is read" torusim_pipelined_front
  "slot_o     = " [=[front_q]=] [=[front_q + PTR_BITS'(1)]=])
plant("an input's turn ignores the grant of the cycle before" torusim_pipelined_order
  "assign turns = " [=[moved(turns_q, granted_i)]=] [=[turns_q]=])
plant("local inputs do not yield" torusim_pipelined_order
  "order[i*PORTS+j] = " [=[yields[i] == yields[j] ? in_turn[i*PORTS+j] : yields[i]]=] [=[in_turn[i*PORTS+j]]=])
plant("a more urgent rival does not win" torusim_pipelined_arbiter
  "!= '0 &&\n              (" [=[more_urgent(u, v, two_lanes_i)]=] [=[1'b0]=])
plant("a credit that comes with a flit of its VC is lost" torusim_pipelined_output
  "assign up   = " [=[sent_i[v] && !credited[v]]=] [=[sent_i[v]]=])
plant("a credit does not free a shared slot" torusim_pipelined_output
  "assign gives  = " [=[(credited & ((sent_i & ~low_q) | (~sent_i & ~low_less_q))) != '0]=] [=[1'b0]=])
plant("there is room for two where there is room for one" torusim_pipelined_output
  "room2_o[v] = " [=[low2[v] || (low1[v] && pool1) || pool2]=] [=[low1[v] || pool1]=])
plant("a tail does not free its output VC" torusim_pipelined_output
  "free_o[v] = " [=[sent_i[v] ? sent_tail_i[v] : free_q[v]]=] [=[free_q[v] && !(sent_i[v] && !sent_tail_i[v])]=])
plant("a grant survives reset" torusim_pipelined_router
  "if (rst_i) begin\n      granted_q <= " [=['0]=] [=[granted]=])
plant("the crossbar is set for the flit behind the granted one" torusim_pipelined_router
  "assign grant[o*PORTS+:PORTS]   = inputs(granted_q, " [=[to_port_q]=] [=[to_port]=])
plant("a credit names the VC of the next one" torusim_pipelined_router
  "credit_vc_q <= " [=[numbers(granted_q)]=] [=[numbers(granted)]=])
plant("acks return a cycle early" torusim_pipelined_router
  ".out_ack_i   (" [=[ack_q]=] [=[out_ack_i]=])
plant("idle although an ack has just come" torusim_pipelined_router
  "sent == '0 && " [=[ack_q == '0]=] [=[1'b1]=])

set(PLANTED_SOURCES ${CMAKE_CURRENT_BINARY_DIR}/planted/planted.sv)
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/planted/planted.sv.new
  "package planted;\n  import \"DPI-C\" function int planted_bug();\nendpackage\n")
file(COPY_FILE ${CMAKE_CURRENT_BINARY_DIR}/planted/planted.sv.new ${PLANTED_SOURCES} ONLY_IF_DIFFERENT)
foreach(path IN LISTS TORUSIM_RTL_SOURCES TORUSIM_PIPELINED_SOURCES)
  get_filename_component(name ${path} NAME_WE)
  set(copy ${CMAKE_CURRENT_BINARY_DIR}/planted/${name}.sv)
  file(WRITE ${copy}.new "${RTL_${name}}")
  file(COPY_FILE ${copy}.new ${copy} ONLY_IF_DIFFERENT)
  list(APPEND PLANTED_SOURCES ${copy})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
endforeach()
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/planted_names.h
  "#pragma once\nconst char* const kPlantedNames[] = {${PLANTED_NAMES}\n};\n")

# The models with the faults, behind the same adaptor as the others: torusim_router.sv, and the pipelined router.
add_library(planted_model STATIC)
target_link_libraries(planted_model PRIVATE models)
function(planted_model_of MODEL top optimisation)
  configure_file(${PROJECT_SOURCE_DIR}/models/foreign/model.cpp.in ${CMAKE_CURRENT_BINARY_DIR}/${MODEL}.cpp @ONLY)
  target_sources(planted_model PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/${MODEL}.cpp)
  torusim_verilate(planted_model PREFIX V${MODEL} TOP ${top} DPI SOURCES ${PLANTED_SOURCES} ARGUMENTS -GDATA=128 ${ARGN} OPTIONS ${optimisation})
endfunction()
planted_model_of(planted torusim_router -O0 -GPORTS=5 -GVCS=8 -GDEPTH=8 -GGATE_BITS=32 -GBUBBLE=1)
# Two of its faults are never seen, so it is run for the most cycles: -O1 saves more than it costs.
planted_model_of(planted_stages torusim_pipelined_router -O1 -GPORTS=5 -GVCS=4 -GDEPTH=8)
