# What torusim_add_router says of sources and port maps that are wrong: `cmake -DKIT=DIR -DVERILATOR_BIN=.. -P` this.
# Each case is configured as a project of its own in a scratch directory. What docs/your-own-router.md shows is among it.
get_filename_component(scratch add_router_errors ABSOLUTE)
file(REMOVE_RECURSE ${scratch})
file(MAKE_DIRECTORY ${scratch})
file(WRITE ${scratch}/my_router.sv "
module my_router #(parameter int PORTS = 5, parameter int VCS = 2, parameter int DEPTH = 8, parameter int DATA = 128)
  (input logic clk, input logic rst_n, input logic scan,
   input logic [PORTS-1:0] rx_valid, rx_head, rx_tail, rx_vc, input logic [PORTS-1:0][DATA-1:0] rx_data,
   output logic [PORTS-1:0] rx_credit, rx_credit_vc, tx_valid, tx_head, tx_tail, tx_vc,
`ifdef MORE_PINS
   input logic debug,
`endif
   output logic [PORTS*DATA-1:0] tx_data, input logic [PORTS-1:0] tx_credit, input logic [2*PORTS-1:0] tx_credit_vc);
  assign {rx_credit, rx_credit_vc, tx_valid, tx_head, tx_tail, tx_vc, tx_data} = '0;
endmodule
")
file(WRITE ${scratch}/broken/my_router.sv "module my_router(input logic clk);\n  assign x = = 1;\nendmodule\n")
set(map clk_i=clk rst_i=!rst_n in_valid_i=rx_valid in_head_i=rx_head in_tail_i=rx_tail in_vc_i=rx_vc in_data_i=rx_data
    in_credit_o=rx_credit in_credit_vc_o=rx_credit_vc out_valid_o=tx_valid out_head_o=tx_head out_tail_o=tx_tail
    out_vc_o=tx_vc out_data_o=tx_data out_credit_i=tx_credit)
list(JOIN map " " map)
set(failures 0)

# expect(NAME ARGUMENTS PARTS..): torusim_add_router(NAME mine ARGUMENTS) fails with all PARTS in its message.
function(expect name arguments)
  set(project ${scratch}/${name})
  file(WRITE ${project}/CMakeLists.txt "cmake_minimum_required(VERSION 3.25)\nproject(test NONE)\nset(verilator_FOUND 1)\n"
       "set(VERILATOR_BIN ${VERILATOR_BIN})\ninclude(${KIT}/torusim_add_router.cmake)\n"
       "torusim_add_router(NAME mine ${arguments})\n")
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${project} -B ${project}/build RESULT_VARIABLE status OUTPUT_VARIABLE output
                  ERROR_VARIABLE output)
  string(REGEX REPLACE "[ \n]+" " " output "${output}")
  set(said "${said} ${output}" PARENT_SCOPE)
  foreach(part IN LISTS ARGN)
    string(FIND "${output}" "${part}" at)
    if(status EQUAL 0 OR at EQUAL -1)
      message("${name}: '${part}' is not in: ${output}")
      math(EXPR failures "${failures} + 1")
    endif()
  endforeach()
  set(failures ${failures} PARENT_SCOPE)
endfunction()

expect(broken "SOURCES my_router.sv TOP my_router" "syntax error, unexpected '='" "broken/my_router.sv:2"
       "torusim_add_router(mine): Verilator does not take module my_router; its message is above")
expect(no_top "SOURCES ../my_router.sv TOP my" "Verilator does not take module my")
expect(no_source "SOURCES ../none.sv TOP my_router" "no source file ${scratch}/none.sv")
expect(no_name "TOP my_router" "SOURCES is missing")
expect(parameter "SOURCES ../my_router.sv TOP my_router PARAMETERS LANES=2" "LANES" "Verilator does not take module my_router")
expect(unmapped "SOURCES ../my_router.sv TOP my_router" "module my_router has no port 'clk_i'"
       "PORT_MAP clk_i=.., among clk, rst_n, scan, rx_valid, rx_head")
expect(no_port "SOURCES ../my_router.sv TOP my_router PORT_MAP in_valid_i=rx_vald"
       "module my_router has no port 'rx_vald'; it has clk, rst_n, scan, rx_valid, rx_head")
expect(no_pin "SOURCES ../my_router.sv TOP my_router PORT_MAP in_vaild_i=rx_valid"
       "no pin 'in_vaild_i'; it has clk_i, rst_i, local_i")
expect(no_form "SOURCES ../my_router.sv TOP my_router PORT_MAP clk" "'clk' is not of the form in_valid_i=rx_valid")
expect(width "SOURCES ../my_router.sv TOP my_router PORT_MAP ${map} out_credit_vc_i=tx_credit_vc"
       "out_credit_vc_i must have 5 bits (5 ports x 1 for 2 virtual channels), but port 'tx_credit_vc' of my_router has 10")
expect(vcs "SOURCES ../my_router.sv TOP my_router PARAMETERS VCS=4 PORT_MAP ${map}"
       "in_vc_i must have 10 bits (5 ports x 2 for 4 virtual channels), but port 'rx_vc' of my_router has 5")
expect(data_width "SOURCES ../my_router.sv TOP my_router LIMITS data=192 PORT_MAP ${map}"
       "in_data_i must have 960 bits (5 ports x 192), but port 'rx_data' of my_router has 640")
expect(gate_width "SOURCES ../my_router.sv TOP my_router LIMITS vcs=1 PORT_MAP ${map} gate_limit_i=scan"
       "gate_limit_i must have 160 bits (5 ports x 32), but port 'scan' of my_router has 1")
expect(direction "SOURCES ../my_router.sv TOP my_router PORT_MAP ${map} out_credit_vc_i=tx_vc"
       "out_credit_vc_i is an input of the router, but port 'tx_vc' of my_router is an output")
expect(undriven "SOURCES ../my_router.sv TOP my_router LIMITS vcs=1 PORT_MAP ${map}" "nothing drives input 'scan' of my_router" "TIE scan=0")
expect(tie "SOURCES ../my_router.sv TOP my_router LIMITS vcs=1 PORT_MAP ${map} TIE scn=0" "TIE scn=0" "for a port of my_router, which are clk, rst_n, scan")
expect(verilator_args "SOURCES ../my_router.sv TOP my_router LIMITS vcs=1 PORT_MAP ${map} TIE scan=0 VERILATOR_ARGS -DMORE_PINS"
       "nothing drives input 'debug' of my_router")
expect(verilator_parameter "SOURCES ../my_router.sv TOP my_router VERILATOR_ARGS -Wall -GVCS=4"
       "VERILATOR_ARGS -GVCS=4: a parameter of the top is said by PARAMETERS VCS=4")
expect(limit "SOURCES ../my_router.sv TOP my_router LIMITS prots=5" "there is no 'prots'; there are ports, vcs, slots")
expect(quiet "SOURCES ../my_router.sv TOP my_router QUIET_CYCLES 20ns"
       "torusim_add_router(mine): QUIET_CYCLES 20ns must be a number up to 999999")
expect(word "SOURCES ../my_router.sv TOP my_router PARAMETER X=1" "what is 'PARAMETER;X=1'?")

# PATH is where the sources are.
string(REPLACE "${scratch}/broken" "PATH" said "${said}")
file(STRINGS ${KIT}/../docs/your-own-router.md shown REGEX "^    (%Error|torusim_add_router\\(mine\\)): ")
list(LENGTH shown count)
if(count LESS 1)
  message(FATAL_ERROR "your-own-router.md shows ${count} messages of torusim_add_router")
endif()
foreach(line IN LISTS shown)
  string(STRIP "${line}" line)
  string(FIND "${said}" "${line}" at)
  if(at EQUAL -1)
    message("your-own-router.md: no case says '${line}'")
    math(EXPR failures "${failures} + 1")
  endif()
endforeach()

if(failures)
  message(FATAL_ERROR "${failures} messages are not as expected")
endif()
