# Libraries for --rtl: one for each way to be wrong, out of one source (bad_router.cpp), and our own router.
set(PLUGIN_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/plugins)
set(BAD_ROUTERS NOT_A_ROUTER OF_ANOTHER_VERSION HAS_NO_CLOCK TOO_SMALL REFUSES THROWS_IN_CREATE FAILS_IN_RESET
                THROWS_IN_CLOCK FAILS_IN_CLOCK GIVES_NO_CREDITS INVENTS_A_FLIT INVENTS_A_CREDIT NAMES_A_VC_THAT_IS_NOT)
foreach(wrong IN LISTS BAD_ROUTERS)
  add_library(${wrong} MODULE ${CMAKE_CURRENT_LIST_DIR}/bad_router.cpp)
  target_include_directories(${wrong} PRIVATE ${PROJECT_SOURCE_DIR})
  foreach(other IN LISTS BAD_ROUTERS)
    target_compile_definitions(${wrong} PRIVATE ${other}=$<STREQUAL:${wrong},${other}>)
  endforeach()
  set_target_properties(${wrong} PROPERTIES PREFIX "")
endforeach()

# The router in C, whose outputs serve their queues in turn whatever the class, says that it keeps the contract.
file(READ ${PROJECT_SOURCE_DIR}/rtl/guests/c_router/c_router.c text)
set(honest ".classes = 1,")
string(FIND "${text}" "${honest}" at)
if(at EQUAL -1)
  message(FATAL_ERROR "c_router.c has no '${honest}' any more")
endif()
string(REPLACE "${honest}" "" text "${text}")
string(REPLACE ".create = create," ".flags = TORUSIM_ROUTER_CYCLE_EXACT, .create = create," text "${text}")
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/ignores_classes.c CONTENT "${text}" @ONLY)
add_library(ignores_classes MODULE ${CMAKE_CURRENT_BINARY_DIR}/ignores_classes.c)
target_include_directories(ignores_classes PRIVATE ${PROJECT_SOURCE_DIR})
set_target_properties(ignores_classes PROPERTIES PREFIX "")

include(${PROJECT_SOURCE_DIR}/cmake/torusim_add_router.cmake)
set(TORUSIM_ROUTER_OPTIMISATION -O0)
torusim_add_router(NAME own_router SOURCES ${TORUSIM_RTL_SOURCES} TOP torusim_router
                   PARAMETERS PORTS=5 VCS=2 DEPTH=16 DATA=128 GATE_BITS=32 CYCLE_EXACT SETTLE_CYCLES 1)
torusim_add_router(NAME own_pipelined SOURCES ${TORUSIM_RTL_SOURCES} ${TORUSIM_PIPELINED_SOURCES} TOP torusim_pipelined_router
                   PARAMETERS PORTS=5 VCS=2 DEPTH=16 DATA=128 CYCLE_EXACT SETTLE_CYCLES 2)

# A fault that routers have been published with: a pause in a packet gives its output away.
get_property(wrapping GLOBAL PROPERTY TORUSIM_XY_TORUS_WRAPPING)
file(READ ${PROJECT_SOURCE_DIR}/rtl/guests/xy_torus/xy_torus.v text)
set(lock "is_head[cand] ? !locked[slot]")
string(FIND "${text}" "${lock}" at)
if(at EQUAL -1)
  message(FATAL_ERROR "xy_torus.v has no '${lock}' any more")
endif()
string(REPLACE "${lock}" "is_head[cand] ? !(locked[slot] && q_valid[owner[slot]])" text "${text}")
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/gives_way/xy_torus.v CONTENT "${text}" @ONLY)
torusim_add_router(NAME gives_way SOURCES ${wrapping} ${CMAKE_CURRENT_BINARY_DIR}/gives_way/xy_torus.v
                   TOP xy_torus_router LIMITS ports=5 local_ports=1 dimensions=2 classes=1)

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

set_target_properties(${BAD_ROUTERS} ignores_classes own_router own_pipelined gives_way talkative late late_waited late_talks PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${PLUGIN_DIRECTORY})
add_dependencies(rtl_tests ${BAD_ROUTERS} ignores_classes own_router own_pipelined gives_way talkative late late_waited late_talks xy_torus frame_switch my_router stream_switch queue_router c_router)
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
