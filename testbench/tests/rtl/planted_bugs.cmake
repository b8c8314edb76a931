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
    else if (granted_i && !(&planted_q)) planted_q <= planted_q + 11'd1;\n  end\n" RTL_input_port "${RTL_input_port}")

foreach(path IN LISTS TORUSIM_RTL_SOURCES TORUSIM_PIPELINED_SOURCES)
  get_filename_component(name ${path} NAME_WE)
  file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/planted/faults/${name}.sv "${RTL_${name}}")
endforeach()

plant("a credit that comes while a flit leaves is lost" credit_counter
  "else if (" [=[send_i && credit_i && send_vc_i == credit_vc_i]=] [=[send_i && credit_i]=])
plant("a reserved slot is taken" credit_counter
  "pool_left = " [=[shared_used_q < shared_i]=] [=[shared_used_q <= shared_i]=])
plant("a shared slot is never given back" credit_counter
  "else if (" [=[credit_i && in_flight_q[credit_vc_i] > reserve_i]=] [=[1'b0]=])
plant("the link arbiter forgets to turn" round_robin_arbiter
  "turn_q <= " [=[~(grant_o | (grant_o - N'(1)))]=] [=[turn_q]=])
plant("the link arbiter ignores classes" link_arbiter
  "most_urgent[i] = request_i[i] && " [=[(request_i & beaten_i[i*PORTS+:PORTS]) == '0]=] [=[1'b1]=])
plant("a less urgent class wins the link" urgency
  "more_urgent[j] = " [=[urgencies[j*URGENCY_BITS+:URGENCY_BITS] < than]=]
  [=[urgencies[j*URGENCY_BITS+:URGENCY_BITS] > than]=])
plant("preemption waits until the preempted worm pauses" input_arbiter
  "first    = " [=[ready_i & (~ready_i + VCS'(1))]=]
  [=[((turn_q & ready_i) != '0) ? (turn_q & ready_i) : (ready_i & (~ready_i + VCS'(1)))]=])
plant("the lane's turn moves although no flit leaves" input_arbiter
  "else if (" [=[granted_i]=] [=[1'b1]=])
plant("a tail does not release its channel" channel_allocation
  "else if (send_i) begin\n      if (" [=[tail_i]=] [=[1'b0]=])
plant("a head enters a channel that another worm owns" input_port
  "credit[target] && " [=[(started[v] || (free[target] && heads_go[v]))]=] [=[1'b1]=])
plant("the lane is not reset on a turn" next_lane
  "along[p] = " [=[(p / 2 == INDEX / 2)]=] [=[1'b1]=])
plant("the dateline is not seen" next_lane
  "assign dateline = " [=[Padded'(dateline_i)]=] [=['0]=])
plant("a route segment ends one hop early" route_shift
  "else if (" [=[hops == '0]=] [=[hops <= 9'd1]=])
plant("the head behind a tail follows the old route" input_port
  "if (" [=[granted_i && tail_o && next]=] [=[1'b0]=])
plant("a credit names the wrong channel" input_port
  "credit_vc_q <= " [=[chosen_vc]=] [=[vc_o]=])
plant("a credit is given when a flit arrives" input_port
  "credit_q <= " [=[granted_i]=] [=[valid_i]=])
plant("a tail is lost when it arrives while a flit leaves" input_buffer
  "ends_q[SlotBits'({push_vc_i, back_q[push_vc_i]})] <= " [=[{push_head_i, push_tail_i}]=] [=[{push_head_i, push_tail_i && !pop_i}]=])
plant("an arriving flit overwrites the last one while another leaves" input_buffer
  "data_q[SlotBits'({push_vc_i, " [=[back_q[push_vc_i]]=] [=[back_q[push_vc_i] - PtrBits'(pop_i && pop_vc_i == push_vc_i)]=])

plant("all inputs that ask are granted at once" round_robin_arbiter
  "grant_o    = " [=[candidates & (~candidates + N'(1))]=] [=[candidates]=])
plant("after reset no channel is free" channel_allocation
  "if (rst_i) free_q <= " [=['1]=] [=['0]=])
plant("an ack goes back for a worm of another channel" ack_relay
  "+:VC_BITS] ==\n          " [=[out_vcs[v*VC_BITS+:VC_BITS]]=]
  [=[ack_vc[IndexBits'(outs[v*PORT_BITS+:PORT_BITS])*IndexBits'(VC_BITS)+:VC_BITS]]=])
plant("an ack is lost when two come at once" ack_relay
  "but_lowest = vcs & " [=[(vcs - VCS'(1))]=] [=['0]=])

# Those that networks seldom or never bring about; rtl/test/steered_test.cpp and the proofs do.
plant("a payload that begins with A5 is shifted" output_port
  "data_q <= " [=[data_i]=]
  [=[(!head_i && data_i[DATA-1-:8] == 8'hA5) ? {data_i[DATA-1-:8], data_i[DATA-10:8], 1'b0, data_i[7:0]} : data_i]=])
plant("the top segment is doubled on a shift" route_shift
  "data_o = " [=[{16'd0, data_i[DATA-1:Segments+16], data_i[Segments-1:0]}]=]
  [=[{data_i[DATA-1-:16], data_i[DATA-1:Segments+16], data_i[Segments-1:0]}]=])
plant("hops without a borrow at 256" route_shift
  "assign hops = " [=[data_i[Segments+5+:9] - 9'd1]=] [=[{data_i[Segments+13], data_i[Segments+5+:8] - 8'd1}]=])
plant("a head waits while another VC holds flits" input_port
  "(started[v] || (" [=[free[target]]=] [=[free[target] && (flits & ~(VCS'(1) << v)) == '0]=])
plant("a head that comes takes over the route of the one in front" input_port
  "leaving_vc == vc && " [=[!followed]=] [=[1'b1]=])
plant("after 2,000 flits a credit names the next channel" input_port
  "credit_vc_o = " [=[credit_vc_q]=] [=[credit_vc_q ^ VC_BITS'(&planted_q)]=])
plant("with four rivals the turn goes back" round_robin_arbiter
  "~(grant_o | " [=[(grant_o - N'(1))]=] [=[($countones(request_i) >= 4 ? N'(0) : grant_o - N'(1))]=])
plant("the third of three acks is lost" ack_relay
  "waiting[v] = " [=[1'b1]=] [=[$countones(waiting) < 2]=])
plant("reset keeps the lane's turn" input_arbiter
  "if (rst_i) turn_q <= " [=['0]=] [=[turn_q]=])
plant("reset keeps the worms that are started" input_port
  "if (rst_i) started_q <= " [=['0]=] [=[started_q]=])
plant("reset keeps the acks that wait" ack_relay
  "if (rst_i) begin\n      waiting_q <= " [=['0]=] [=[waiting_q]=])
plant("the pool loses a slot when a flit and a credit cross" credit_counter
  "reserve_i) begin\n        if (" [=[!(credit_i && in_flight_q[credit_vc_i] > reserve_i)]=] [=[1'b1]=])
plant("the last own slot is not used" credit_counter
  "if (" [=[in_flight_q[send_vc_i] + COUNT_BITS'(1) == reserve_i]=]
  [=[in_flight_q[send_vc_i] + COUNT_BITS'(2) >= reserve_i]=])
plant("lane 1 goes before lane 0 whosever turn it is" input_arbiter
  "sibling  = (" [=[(first & FirstLanes & turn_q) << 1]=] [=[(first & FirstLanes) << 1]=])
plant("a port that is one too high passes for legal" input_port
  "legal_q[vc_i]  <= " [=[{1'b0, arrive_port} < 6'(PORTS)]=] [=[{1'b0, arrive_port} <= 6'(PORTS)]=])
plant("idle although an ack is inside" input_port
  "empty_o     = " [=[occupied == '0 && !credit_q && no_ack]=] [=[occupied == '0 && !credit_q]=])
plant("the lane is reset on a turn back" next_lane
  "!local_i[p] && " [=[!local_i[INDEX]]=] [=[!local_i[INDEX] && p != INDEX]=])
plant("a full ring is empty after one flit" input_buffer
  "if (" [=[!next_o]=] [=[!next_o || back_q[pop_vc_i] == front]=])

# Of what a router does only where it is asked to, or must not do elsewhere.
plant("transit does not go first" router
  "assign yields = " [=[transit_first_q]=] [=[1'b0]=])
plant("transit goes first where ports take turns" router
  " ? local_q : " [=['0]=] [=[local_q]=])
plant("a head does not wait for its worm" whole_worms
  "whole_o = asked_i ? " [=[some_q]=] [=['1]=])
plant("a tail that leaves takes the one behind it out of the count" whole_worms
  "if (" [=[tails_q[from_vc_i] == COUNT_BITS'(1)]=] [=[1'b1]=])
plant("a tail that comes while one leaves is not counted" whole_worms
  "!(tail_comes_i && tail_leaves_i && " [=[to_vc_i == from_vc_i]=] [=[1'b1]=])
plant("a head cuts through into room for all but one flit" cut_through
  "fitting[v] = " [=[flits[v*COUNT_BITS+:COUNT_BITS]]=] [=[flits[v*COUNT_BITS+:COUNT_BITS] - COUNT_BITS'(1)]=])
plant("cut-through looks at the VC's own slots only" credit_counter
  "            " [=[shared_i - shared_used_q]=] [=[COUNT_BITS'(0)]=])
plant("the head behind a tail has the old worm's length" input_port
  "<= saturated(" [=[next_flits]=] [=[32'(flits_q[chosen_vc*COUNT_BITS+:COUNT_BITS])]=])
plant("the lane of a segment is not read" next_lane
  "(straight[out_i] && lane_i) || " [=[named_i]=] [=[1'b0]=])

# Of gates: fault 50 and later ones (kFirstOfGates in planted.h).
plant("a gate admits the message of its limit" phase_gate
  "admitted[v] = " [=[number[v*GATE_BITS+:GATE_BITS] < limit[target+:GATE_BITS]]=]
  [=[number[v*GATE_BITS+:GATE_BITS] <= limit[target+:GATE_BITS]]=])
plant("a gate holds the last message of its phase" phase_gate
  "assign admitted_o = admitted(occupied_i, out_i, " [=[number_q]=] [=[number_q + (GATE_BITS*VCS)'(1)]=])
plant("heads do not ask gates" input_port
  "started_q, whole & fits & " [=[admitted]=] [=['1]=])
plant("a head asks the gate of another output" phase_gate
  "target = " [=[IndexBits'(out[v*PORT_BITS+:PORT_BITS]) * IndexBits'(GATE_BITS)]=]
  [=[IndexBits'(out[PORT_BITS-1:0]) * IndexBits'(GATE_BITS)]=])
plant("the limit behind a tail comes a cycle late" gate_limit
  "limit_o = " [=[tail_i]=] [=[1'b0]=])
plant("a gate moves on although no tail is on the channel" router
  ".tail_i (" [=[out_valid_o[o] && out_tail_o[o]]=] [=[out_tail_o[o]]=])
plant("a head behind a tail has the number of the worm before" phase_gate
  "if (" [=[follows_i]=] [=[1'b0]=])
plant("gates compare without the highest bits" phase_gate
  "number_q[arrive_vc_i*GATE_BITS+:GATE_BITS] <= " [=[arrive_number_i]=] [=[arrive_number_i & ~(~GATE_BITS'(0) << 20)]=])

# Of bubble flow control: fault 58 and later ones (kFirstOfBubble in planted.h).
plant("a head enters a ring with one packet slot free" ring_entry
  "32'(port) == Straight ? slot[target] : " [=[two_slots[target]]=] [=[slot[target]]=])
plant("a head in its ring waits for two packet slots" ring_entry
  "fitting[v] = " [=[32'(port) == Straight]=] [=[1'b0]=])
plant("a head looks at room in place of packet slots" ring_entry
  "occupied[v] && " [=[ring[port]]=] [=[1'b0]=])
plant("a buffer takes a worm more than it has packet slots" packet_slots
  "assign slot_o[v]      = " [=[worms_q[v] < packet_slots_i]=] [=[worms_q[v] <= packet_slots_i]=])
plant("a tail that is sent while one is credited is not counted" packet_slots
  "!(comes && leaves && " [=[send_vc_i == credit_vc_i]=] [=[1'b1]=])
plant("a tail that is sent with a credit passes for payload" packet_slots
  "tails_q[send_vc_i][next_q[send_vc_i]] <= " [=[tail_i]=] [=[tail_i && !credit_i]=])

# Of the pipelined routers: fault 64 and later ones (kFirstOfPipelined in planted.h), in a router of three stages.
plant("a head follows a flit that is no tail" pipelined_front
  "ready_o  = own ? (judgment[1] && " [=[own_tail]=] [=[1'b1]=])
plant("a flit takes the shared slot that another VC has just taken" pipelined_front
  "|| judgment[0] : (" [=[pool]=] [=[1'b0]=])
plant("the flit behind one that leaves has its judgment" pipelined_front
  "judgment = " [=[pop_i ? judged1_q : judged0_q]=] [=[judged0_q]=])
plant("a tail that leaves stays in the count" pipelined_front
  "tails_q - " [=[COUNT_BITS'(pop_i && first[0])]=] [=[COUNT_BITS'(0)]=])
plant("a worm that has gone gets acks" pipelined_front
  "if (pop_i) started_q <= " [=[!first[0]]=] [=[1'b1]=])
plant("lanes take turns without the grant of the cycle before" pipelined_input
  "served = " [=[granted_i != '0 ? granted_i : served_q]=] [=[served_q]=])
plant("the lane is kept on a turn" pipelined_input
  "next = two_lanes ? (" [=[straight && lane]=] [=[lane]=])
plant("a flit is read a cycle early" pipelined_input
  "assign read = " [=[read_q]=] [=[data_q[SlotBits'({granted_vc, slot})]]=])
plant("an input's turn ignores the grant of the cycle before" pipelined_order
  "assign turns = " [=[moved(turns_q, granted_i)]=] [=[turns_q]=])
plant("local inputs do not yield" pipelined_order
  "order[i*PORTS+j] = " [=[yields[i] == yields[j] ? in_turn[i*PORTS+j] : yields[i]]=] [=[in_turn[i*PORTS+j]]=])
plant("a more urgent rival does not win" pipelined_arbiter
  "!= '0 &&\n              (" [=[more_urgent(u, v, two_lanes_i)]=] [=[1'b0]=])
plant("a credit that comes with a flit of its VC is lost" pipelined_output
  "assign up   = " [=[sent_i[v] && !credited[v]]=] [=[sent_i[v]]=])
plant("a credit does not free a shared slot" pipelined_output
  "assign gives  = " [=[(credited & ((sent_i & ~low_q) | (~sent_i & ~low_less_q))) != '0]=] [=[1'b0]=])
plant("there is room for two where there is room for one" pipelined_output
  "room2_o[v] = " [=[low2[v] || (low1[v] && pool1) || pool2]=] [=[low1[v] || pool1]=])
plant("a tail does not free its output VC" pipelined_output
  "free_o[v] = " [=[sent_i[v] ? sent_tail_i[v] : free_q[v]]=] [=[free_q[v] && !(sent_i[v] && !sent_tail_i[v])]=])
plant("a grant survives reset" pipelined_router
  "if (rst_i) begin\n      granted_q <= " [=['0]=] [=[granted]=])
plant("the crossbar is set a cycle early" pipelined_router
  "assign through   = " [=[through_q]=] [=[grant]=])
plant("a credit names the VC of the next one" pipelined_router
  "assign free_vc = " [=[free_vc_q]=] [=[numbers(granted_q)]=])
plant("acks return a cycle early" pipelined_router
  "assign acks    = " [=[acks_q]=] [=[relayed]=])
plant("idle although a flit has just been read" pipelined_router
  "assign quiet   = " [=[sends_q == '0 && frees_q == '0 && acks_q == '0]=] [=[1'b1]=])

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

# The models with the faults, behind the same adaptor as the others: router.sv, and the pipelined router.
add_library(planted_model STATIC)
target_link_libraries(planted_model PRIVATE models)
function(planted_model_of MODEL top)
  configure_file(${PROJECT_SOURCE_DIR}/models/foreign/model.cpp.in ${CMAKE_CURRENT_BINARY_DIR}/${MODEL}.cpp @ONLY)
  target_sources(planted_model PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/${MODEL}.cpp)
  torusim_verilate(planted_model PREFIX V${MODEL} TOP ${top} DPI SOURCES ${PLANTED_SOURCES} ARGUMENTS -GDATA=128 ${ARGN} OPTIONS -O1)
endfunction()
planted_model_of(planted router -GPORTS=5 -GVCS=8 -GDEPTH=8 -GGATE_BITS=32 -GBUBBLE=1)
planted_model_of(planted_stages pipelined_router -GPORTS=5 -GVCS=4 -GDEPTH=8 -GDELAY=3)
