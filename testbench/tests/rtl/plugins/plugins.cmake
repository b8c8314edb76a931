# Libraries for --rtl: one for each way to be wrong, out of one source (bad_router.cpp), and our own router.
set(PLUGIN_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/plugins)
set(BAD_ROUTERS NOT_A_ROUTER OF_ANOTHER_VERSION HAS_NO_CLOCK TOO_SMALL REFUSES THROWS_IN_CREATE FAILS_IN_RESET
                THROWS_IN_CLOCK FAILS_IN_CLOCK GIVES_NO_CREDITS INVENTS_A_FLIT INVENTS_A_CREDIT NAMES_A_VC_THAT_IS_NOT
                EXITS_WHEN_LOADED EXITS_IN_CLOCK PRINTS_WITHOUT_END)
foreach(wrong IN LISTS BAD_ROUTERS)
  add_library(${wrong} MODULE ${CMAKE_CURRENT_LIST_DIR}/bad_router.cpp)
  target_include_directories(${wrong} PRIVATE ${PROJECT_SOURCE_DIR})
  foreach(other IN LISTS BAD_ROUTERS)
    target_compile_definitions(${wrong} PRIVATE ${other}=$<STREQUAL:${wrong},${other}>)
  endforeach()
  set_target_properties(${wrong} PROPERTIES PREFIX "")
endforeach()

# Replaces a part of `text`, which the source of a router must have.
function(change right wrong)
  string(FIND "${text}" "${right}" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "a router has no '${right}' any more")
  endif()
  string(REPLACE "${right}" "${wrong}" text "${text}")
  set(text "${text}" PARENT_SCOPE)
endfunction()

# The router in C, whose outputs serve their queues in turn whatever the class, says that it keeps the contract.
file(READ ${PROJECT_SOURCE_DIR}/rtl/guests/c_router/c_router.c text)
change(".classes = 1," "")
change(".create = create," ".flags = TORUSIM_ROUTER_CYCLE_EXACT, .create = create,")
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/ignores_classes.c CONTENT "${text}" @ONLY)
add_library(ignores_classes MODULE ${CMAKE_CURRENT_BINARY_DIR}/ignores_classes.c)
target_include_directories(ignores_classes PRIVATE ${PROJECT_SOURCE_DIR})
set_target_properties(ignores_classes PROPERTIES PREFIX "")

# The same router with a queue for each output, or for messages of each number modulo 16, behind every input VC; and with acks that
# answer nothing.
file(READ ${PROJECT_SOURCE_DIR}/rtl/guests/c_router/c_router.c text)
change("Queue queues[kPorts * kVcs];" "Queue queues[kPorts * kVcs * kPorts]; int worm_to[kPorts * kVcs];")
change("queues = r->site.ports * vcs;" "queues = r->site.ports * vcs * kPorts;")
change("in = q / vcs;" "in = q / kPorts / vcs;")
change("queue, in, q % vcs)" "queue, in, q / kPorts % vcs)")
change("(uint8_t)(q % vcs)" "(uint8_t)(q / kPorts % vcs)")
change("Queue* queue = &r->queues[p * r->site.vcs + in->forward[p].vc];"
       "int* to = &r->worm_to[p * r->site.vcs + in->forward[p].vc];
    if (in->forward[p].head) *to = (int)(in->forward[p].data[QUEUE_WORD] & QUEUE_BITS);
    Queue* queue = &r->queues[(p * r->site.vcs + in->forward[p].vc) * kPorts + *to];")
change("out->backward[p].ack = 0;" "out->backward[p].ack_vc = 0; out->backward[p].ack = FALSE_ACKS;")
change(".create = create," ".flags = FALSE_ACKS ? TORUSIM_ROUTER_RELAYS_ACKS : 0, .create = create,")
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/queues.c CONTENT "${text}" @ONLY)
set(CHANGED_C_ROUTERS output_queues overtakes false_acks)
foreach(variant "output_queues 1 31 0" "overtakes 0 15 0" "false_acks 1 31 1")
  separate_arguments(variant)
  list(POP_FRONT variant name word bits acks)
  add_library(${name} MODULE ${CMAKE_CURRENT_BINARY_DIR}/queues.c)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_compile_definitions(${name} PRIVATE QUEUE_WORD=${word} QUEUE_BITS=${bits} FALSE_ACKS=${acks})
  set_target_properties(${name} PROPERTIES PREFIX "")
endforeach()

include(${PROJECT_SOURCE_DIR}/cmake/torusim_add_router.cmake)
set(TORUSIM_ROUTER_OPTIMISATION -O0)
set(copied "")  # a copy of rtl/, as users start with, that has a package of its own
foreach(source IN LISTS TORUSIM_RTL_SOURCES)
  get_filename_component(name ${source} NAME)
  configure_file(${source} own_router/${name} COPYONLY)
  list(APPEND copied ${CMAKE_CURRENT_BINARY_DIR}/own_router/${name})
endforeach()
torusim_add_router(NAME own_router SOURCES ${copied} TOP torusim_router
                   PARAMETERS PORTS=5 VCS=2 DEPTH=16 DATA=128 GATE_BITS=32 CYCLE_EXACT SETTLE_CYCLES 1)
torusim_add_router(NAME own_pipelined SOURCES ${TORUSIM_RTL_SOURCES} ${TORUSIM_PIPELINED_SOURCES} TOP torusim_pipelined_router
                   PARAMETERS PORTS=5 VCS=2 DEPTH=16 DATA=128 CYCLE_EXACT SETTLE_CYCLES 2)

# A fault that routers have been published with: a pause in a packet gives its output away.
get_property(wrapping GLOBAL PROPERTY TORUSIM_XY_TORUS_WRAPPING)
file(READ ${PROJECT_SOURCE_DIR}/rtl/guests/xy_torus/xy_torus.v text)
change("is_head[cand] ? !locked[slot]" "is_head[cand] ? !(locked[slot] && q_valid[owner[slot]])")
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/gives_way/xy_torus.v CONTENT "${text}" @ONLY)
torusim_add_router(NAME gives_way SOURCES ${wrapping} ${CMAKE_CURRENT_BINARY_DIR}/gives_way/xy_torus.v
                   TOP xy_torus_router LIMITS ports=5 local_ports=1 dimensions=2 classes=1)

# Routers whose ready waits for valid, and for the offer of its virtual channel, as AXI-Stream allows.
file(READ ${PROJECT_SOURCE_DIR}/rtl/guests/xy_torus/xy_torus.v text)
change(".ready  (s_ready[q])," ".ready  (room[q]),")
change("  genvar q;" "  wire [9:0] room;\n  assign s_ready = room & offered;\n  reg  [9:0] offered;
  integer p;\n  always @* for (p = 0; p < 5; p = p + 1) offered[2*p+:2] = s_valid[p] ? s_vc[p] ? 2'b10 : 2'b01 : 2'b00;\n  genvar q;")
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/waits_for_offer/xy_torus.v CONTENT "${text}" @ONLY)
torusim_add_router(NAME waits_for_offer SOURCES ${wrapping} ${CMAKE_CURRENT_BINARY_DIR}/waits_for_offer/xy_torus.v
                   TOP xy_torus_router LIMITS ports=5 local_ports=1 dimensions=2 classes=1)
set(switch ${PROJECT_SOURCE_DIR}/rtl/guests/stream_switch)
file(READ ${switch}/stream_switch.sv text)
change("assign s_tready = ~two;" "assign s_tready = ~two & s_tvalid;")
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/waits_for_valid/stream_switch.sv CONTENT "${text}" @ONLY)
torusim_add_router(NAME waits_for_valid SOURCES ${switch}/stream_switch_router.sv ${CMAKE_CURRENT_BINARY_DIR}/waits_for_valid/stream_switch.sv
                   INCLUDE_DIRS ${TORUSIM_RTL_DIR} ${TORUSIM_RTL_DIR}/wrappers TOP stream_switch_router)

# One that prints, shows its inside as waves, and gives up where credits begin at 5.
file(READ ${PROJECT_SOURCE_DIR}/rtl/guests/first_router/my_router.sv text)
string(REPLACE "endmodule" "\
  initial $display(\"talkative: good morning\");
  always_ff @(posedge clk) if (rst_n && rx_valid[0] && rx_tail[0]) $display(\"talkative: a tail came by port 0\");
  always_ff @(posedge clk) if (rst_n && far_slots == 5) $stop;
  final $display(\"talkative: good night\");
endmodule" text "${text}")
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/talkative/my_router.sv CONTENT "${text}" @ONLY)
torusim_add_router(NAME talkative SOURCES ${CMAKE_CURRENT_BINARY_DIR}/talkative/my_router.sv TOP my_router
                   PORT_MAP clk_i=clk rst_i=!rst_n reserve_i=far_slots
                            in_valid_i=rx_valid in_head_i=rx_head in_tail_i=rx_tail in_data_i=rx_data in_credit_o=rx_credit
                            out_valid_o=tx_valid out_head_o=tx_head out_tail_o=tx_tail out_data_o=tx_data out_credit_i=tx_credit
                   LIMITS ports=5 vcs=1 slots=8 data=128 shared=0 TRACE)

# One that is not ready for 20 cycles after reset; and one of these that gives credits meanwhile.
file(READ ${PROJECT_SOURCE_DIR}/rtl/guests/first_router/my_router.sv text)
string(REPLACE "     PORTS-1:0] rx_valid," "     PORTS-1:0] rx_pin," text "${text}")
string(REPLACE "rx_credit[i] <= rst_n && pop[i];" "rx_credit[i] <= rst_n && (pop[i] || (TALKS != 0 && age == 2));" text "${text}")
string(REPLACE "parameter int PORTS" "parameter int TALKS = 0,\n    parameter int PORTS" text "${text}")
string(REPLACE "endmodule" "\
  logic [4:0] age;
  logic [PORTS-1:0] rx_valid;
  assign rx_valid = age == 20 ? rx_pin : '0;
  always_ff @(posedge clk) age <= !rst_n ? 5'd0 : age == 20 ? age : age + 5'd1;
endmodule" text "${text}")
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/late/my_router.sv CONTENT "${text}" @ONLY)
foreach(late "late;0;0" "late_waited;0;20" "late_talks;1;20")
  list(GET late 0 name)
  list(GET late 1 talks)
  list(GET late 2 quiet)
  torusim_add_router(NAME ${name} SOURCES ${CMAKE_CURRENT_BINARY_DIR}/late/my_router.sv TOP my_router PARAMETERS TALKS=${talks}
                     PORT_MAP clk_i=clk rst_i=!rst_n reserve_i=far_slots
                              in_valid_i=rx_pin in_head_i=rx_head in_tail_i=rx_tail in_data_i=rx_data in_credit_o=rx_credit
                              out_valid_o=tx_valid out_head_o=tx_head out_tail_o=tx_tail out_data_o=tx_data out_credit_i=tx_credit
                     LIMITS ports=5 vcs=1 slots=8 data=128 shared=0 QUIET_CYCLES ${quiet})
endforeach()

set(ALL_PLUGINS ${BAD_ROUTERS} ${CHANGED_C_ROUTERS} ignores_classes own_router own_pipelined gives_way waits_for_offer waits_for_valid talkative
                late late_waited late_talks)
set_target_properties(${ALL_PLUGINS} PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${PLUGIN_DIRECTORY})
add_dependencies(rtl_tests ${ALL_PLUGINS} xy_torus frame_switch my_router stream_switch queue_router c_router)
target_compile_definitions(rtl_tests PRIVATE PLUGINS="${PLUGIN_DIRECTORY}" GUESTS="${PROJECT_BINARY_DIR}/guests")

add_test(NAME rtl_add_router_errors
         COMMAND ${CMAKE_COMMAND} -DKIT=${PROJECT_SOURCE_DIR}/cmake -DVERILATOR_BIN=${VERILATOR_BIN}
                 -P ${CMAKE_CURRENT_LIST_DIR}/add_router_errors.cmake)
add_test(NAME rtl_plugin_tutorial
         COMMAND ${CMAKE_CURRENT_LIST_DIR}/tutorial.sh ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
# Needs yosys; fails and says so without.
torusim_recorded_test(rtl_guests_synthesize COMMAND ${PROJECT_SOURCE_DIR}/rtl/test/guests_synthesize.sh
                      INPUTS ${TORUSIM_RTL_SOURCES} ${PROJECT_SOURCE_DIR}/rtl/wrappers ${PROJECT_SOURCE_DIR}/rtl/guests
                             ${PROJECT_SOURCE_DIR}/rtl/test/guests_synthesize.sh)
