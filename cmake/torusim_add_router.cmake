# torusim_add_router: a router in (System)Verilog as a library for `torusim run .. --rtl 'all=./libNAME.so'`.
#
#   torusim_add_router(
#     NAME       mine                          # makes the target mine, which is libmine.so
#     SOURCES    mine.sv buffer.sv             # INCLUDE_DIRS for `include
#     TOP        my_router
#     PARAMETERS PORTS=5 VCS=2 DEPTH=16        # of the top, as they are called there
#     PORT_MAP   in_valid_i=rx_valid rst_i=!rst_n  # pin of rtl/README.md = port of the top; ! inverts
#     TIE        scan_en=0                     # inputs of the top that the contract does not know
#     LIMITS     ports=5 vcs=2 slots=16 data=128 classes=1 lanes=2 local_ports=1 dimensions=2 reserve=4 shared=0
#     CYCLE_EXACT                              # claims the cycles of docs/router.md: allows --lockstep
#     THREAD_SAFE                              # has nothing, such as C code by DPI, that routers share: --threads
#     TRACE                                    # shows its inside to --trace-rtl; slower, also when nothing is traced
#     SETTLE_CYCLES 64  RESET_CYCLES 4  QUIET_CYCLES 0  VERILATOR_ARGS -Wall)
#
# Only NAME, SOURCES and TOP are needed when the top has the pins and the parameters of rtl/README.md. ports, vcs,
# slots and data are taken from its parameters PORTS, VCS, DEPTH and DATA; LIMITS says them where those are called
# otherwise, and what else the router is restricted to: reserve=4 and shared=0 are the one value that it can take,
# reserve_min, reserve_max, shared_max are bounds. Docs: docs/your-own-router.md.
#
# Everything is checked when CMake runs: sources that do not compile, ports that are missing, widths that do not fit.

set(TORUSIM_ROUTER_KIT_DIR ${CMAKE_CURRENT_LIST_DIR})
include(${CMAKE_CURRENT_LIST_DIR}/torusim_router_pins.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/torusim_verilated_runtime.cmake)

function(torusim_add_router)
  cmake_parse_arguments(ARG "CYCLE_EXACT;THREAD_SAFE;TRACE" "NAME;TOP;SETTLE_CYCLES;RESET_CYCLES;QUIET_CYCLES"
                        "SOURCES;PARAMETERS;PORT_MAP;TIE;LIMITS;INCLUDE_DIRS;VERILATOR_ARGS" ${ARGN})
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "torusim_add_router: what is '${ARG_UNPARSED_ARGUMENTS}'? See the head of torusim_add_router.cmake")
  endif()
  foreach(needed NAME SOURCES TOP)
    if(NOT ARG_${needed})
      message(FATAL_ERROR "torusim_add_router: ${needed} is missing")
    endif()
  endforeach()
  if(NOT ARG_NAME MATCHES "^[A-Za-z_][A-Za-z0-9_]*$")
    message(FATAL_ERROR "torusim_add_router: NAME '${ARG_NAME}' must be letters, digits and _")
  endif()
  foreach(argument IN LISTS ARG_VERILATOR_ARGS)
    if(argument MATCHES "^-(G|pvalue\\+)(.*)$")
      message(FATAL_ERROR "torusim_add_router(${ARG_NAME}): VERILATOR_ARGS ${argument}: a parameter of the top is said by "
                          "PARAMETERS ${CMAKE_MATCH_2}")
    endif()
  endforeach()
  foreach(default SETTLE:0 RESET:4 QUIET:0)
    string(REPLACE ":" ";" default ${default})
    list(GET default 0 name)
    list(GET default 1 ${name}_CYCLES)
    if(ARG_${name}_CYCLES)
      set(${name}_CYCLES ${ARG_${name}_CYCLES})
    endif()
    if(NOT ${name}_CYCLES MATCHES "^[0-9][0-9]?[0-9]?[0-9]?[0-9]?[0-9]?$")
      message(FATAL_ERROR "torusim_add_router(${ARG_NAME}): ${name}_CYCLES ${${name}_CYCLES} must be a number up to 999999")
    endif()
  endforeach()
  _torusim_find_sources(torusim_add_router)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${sources})
  set(directory ${CMAKE_CURRENT_BINARY_DIR}/${ARG_NAME}_library)

  # For torusim_prove_router(NAME).
  set_property(GLOBAL PROPERTY TORUSIM_ROUTER_${ARG_NAME} "${ARGN}")
  set_property(GLOBAL PROPERTY TORUSIM_ROUTER_SOURCES_${ARG_NAME} "${sources}")

  # What the top looks like; then the shim that gives it the contract's pins, and the library around both.
  set(DATA_LEAST 128)
  set(DATA_STEP 64)
  _torusim_read_top(${directory})
  _torusim_limits()
  _torusim_connect()
  set(NAME ${ARG_NAME})
  set(TOP ${ARG_TOP})
  configure_file(${TORUSIM_ROUTER_SHIM} ${directory}/torusim_shim_${NAME}.sv @ONLY)
  set(FLAGS 0)
  foreach(claim CYCLE_EXACT THREAD_SAFE)
    if(ARG_${claim})
      string(APPEND FLAGS " | TORUSIM_ROUTER_${claim}")
    endif()
  endforeach()
  set(OWN_RTL 0)
  set(ONE_STAGE 1)  # the shim has all pins
  configure_file(${TORUSIM_ROUTER_ADAPTOR} ${directory}/${NAME}.cpp @ONLY)

  add_library(${NAME} MODULE ${directory}/${NAME}.cpp)
  target_include_directories(${NAME} PRIVATE ${TORUSIM_ROUTER_INCLUDES})
  target_compile_definitions(${NAME} PRIVATE VL_USER_FINISH VL_USER_STOP VL_USER_FATAL)
  # What is compiled here was generated: its warnings are nobody's.
  target_compile_options(${NAME} PRIVATE -w)
  if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    target_compile_options(${NAME} PRIVATE -O2)  # nobody has said how: a quarter fewer instructions
  endif()
  target_link_options(${NAME} PRIVATE -Wl,-Bsymbolic)
  set_target_properties(${NAME} PROPERTIES PREFIX lib CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON
                                           CXX_STANDARD 17 CXX_STANDARD_REQUIRED ON)
  set(tracing "")
  if(ARG_TRACE)
    set(tracing TRACE)
  endif()
  verilate(${NAME} SOURCES ${directory}/torusim_shim_${NAME}.sv ${sources} TOP_MODULE torusim_shim_${NAME} PREFIX V${NAME}
    DIRECTORY ${directory}/verilated ${tracing}
    VERILATOR_ARGS -Wno-fatal -Wno-lint -Wno-style ${ARG_INCLUDE_DIRS} ${ARG_VERILATOR_ARGS})
  if(NOT TORUSIM_ROUTER_OPTIMISATION)
    set(TORUSIM_ROUTER_OPTIMISATION -O2)  # tests, whose runs are short, set another
  endif()
  _torusim_join_verilated(${NAME} V${NAME} ${TORUSIM_ROUTER_OPTIMISATION})
  _torusim_make_library_runtime()
  _torusim_share_runtime(${NAME} torusim_library_runtime)
endfunction()

# torusim_add_systemc_router(NAME mine SOURCES mine.cpp): an SC_MODULE (systemc_router.h) as a library, libmine.so, for
# `torusim run .. --level pins --rtl 'all=./libmine.so'`.
function(torusim_add_systemc_router)
  cmake_parse_arguments(ARG "" "NAME" "SOURCES" ${ARGN})
  if(ARG_UNPARSED_ARGUMENTS OR NOT ARG_NAME OR NOT ARG_SOURCES)
    message(FATAL_ERROR "torusim_add_systemc_router: takes NAME and SOURCES, both needed")
  endif()
  if(NOT TARGET PkgConfig::SYSTEMC)
    find_package(PkgConfig REQUIRED)
    pkg_check_modules(SYSTEMC REQUIRED IMPORTED_TARGET systemc>=2.3.3)
  endif()
  # How the kernel prints and traces the pins comes with every library.
  add_library(${ARG_NAME} MODULE ${ARG_SOURCES} ${TORUSIM_ROUTER_SOURCES}/models/contract/pin_channel.cpp)
  target_include_directories(${ARG_NAME} PRIVATE ${TORUSIM_ROUTER_INCLUDES})
  target_link_libraries(${ARG_NAME} PRIVATE PkgConfig::SYSTEMC)
  # As torusim itself is compiled: Debian's libsystemc has the API of C++17.
  target_compile_definitions(${ARG_NAME} PRIVATE SC_CPLUSPLUS=201703L)
  set_target_properties(${ARG_NAME} PROPERTIES PREFIX lib CXX_STANDARD 20 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF)
endfunction()
