# What torusim_add_router says of sources and port maps that are wrong: `cmake -DKIT=DIR -DVERILATOR_BIN=.. -P` this.
# Each case is configured as a project of its own in a scratch directory.
get_filename_component(scratch add_router_errors ABSOLUTE)
file(REMOVE_RECURSE ${scratch})
file(MAKE_DIRECTORY ${scratch})
file(WRITE ${scratch}/mine.sv "
module mine #(parameter int PORTS = 5, parameter int VCS = 2, parameter int DEPTH = 8, parameter int DATA = 128)
  (input logic clk, input logic rst_n, input logic scan,
   input logic [PORTS-1:0] rx_valid, rx_head, rx_tail, rx_vc, input logic [PORTS-1:0][DATA-1:0] rx_data,
   output logic [PORTS-1:0] rx_credit, rx_credit_vc, tx_valid, tx_head, tx_tail, tx_vc,
   output logic [PORTS*DATA-1:0] tx_data, input logic [PORTS-1:0] tx_credit, input logic [2*PORTS-1:0] tx_credit_vc);
  assign {rx_credit, rx_credit_vc, tx_valid, tx_head, tx_tail, tx_vc, tx_data} = '0;
endmodule
")
file(WRITE ${scratch}/broken.sv "module mine(input logic clk);\n  assign x = = 1;\nendmodule\n")
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
  foreach(part IN LISTS ARGN)
    string(FIND "${output}" "${part}" at)
    if(status EQUAL 0 OR at EQUAL -1)
      message("${name}: '${part}' is not in: ${output}")
      math(EXPR failures "${failures} + 1")
    endif()
  endforeach()
  set(failures ${failures} PARENT_SCOPE)
endfunction()

expect(broken "SOURCES ../broken.sv TOP mine" "syntax error, unexpected '='" "broken.sv:2"
       "torusim_add_router(mine): Verilator does not take module mine; its message is above")
expect(no_top "SOURCES ../mine.sv TOP my" "Verilator does not take module my")
expect(no_source "SOURCES ../none.sv TOP mine" "no source file ${scratch}/none.sv")
expect(no_name "TOP mine" "SOURCES is missing")
expect(parameter "SOURCES ../mine.sv TOP mine PARAMETERS LANES=2" "LANES" "Verilator does not take module mine")
expect(unmapped "SOURCES ../mine.sv TOP mine" "module mine has no port 'clk_i'" "'clk' has the nearest name")
expect(no_port "SOURCES ../mine.sv TOP mine PORT_MAP in_valid_i=rx_vald"
       "module mine has no port 'rx_vald'; did you mean 'rx_valid'?")
expect(no_pin "SOURCES ../mine.sv TOP mine PORT_MAP in_vaild_i=rx_valid" "no pin 'in_vaild_i'; did you mean 'in_valid_i'?")
expect(no_form "SOURCES ../mine.sv TOP mine PORT_MAP clk" "'clk' is not of the form in_valid_i=rx_valid")
expect(width "SOURCES ../mine.sv TOP mine PORT_MAP ${map} out_credit_vc_i=tx_credit_vc"
       "out_credit_vc_i must have 5 bits (5 ports x 1 for 2 virtual channels), but port 'tx_credit_vc' of mine has 10")
expect(data_width "SOURCES ../mine.sv TOP mine LIMITS data=192 PORT_MAP ${map}"
       "in_data_i must have 960 bits (5 ports x 192), but port 'rx_data' of mine has 640")
expect(direction "SOURCES ../mine.sv TOP mine PORT_MAP ${map} out_credit_vc_i=tx_vc"
       "out_credit_vc_i is an input of the router, but port 'tx_vc' of mine is an output")
expect(undriven "SOURCES ../mine.sv TOP mine LIMITS vcs=1 PORT_MAP ${map}" "nothing drives input 'scan' of mine" "TIE scan=0")
expect(tie "SOURCES ../mine.sv TOP mine LIMITS vcs=1 PORT_MAP ${map} TIE scn=0" "TIE scn=0" "nearest: 'scan'")
expect(limit "SOURCES ../mine.sv TOP mine LIMITS prots=5" "there is no 'prots'; did you mean 'ports'?")
expect(word "SOURCES ../mine.sv TOP mine PARAMETER X=1" "what is 'PARAMETER;X=1'?")

if(failures)
  message(FATAL_ERROR "${failures} messages are not as expected")
endif()
