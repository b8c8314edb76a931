# torusim_verilate: models of the project itself. Verilator's own verilate(), which routers of one's own go by, runs Verilator
# as CMake runs, whether the model is built or not, and again in the first build, for which all that the target links comes first.
# Here it runs in the build, once.
#
#   torusim_verilate(TARGET PREFIX Vname TOP module SOURCES .. [ARGUMENTS ..] [OPTIONS ..] [TRACE] [DPI])
#
# The model is compiled as two files: the fast one with OPTIONS; the slow one, which runs once, with -O0. Of Verilator's
# runtime the target gets what TRACE and DPI need; the rest is in rtl_models.
include(${CMAKE_CURRENT_LIST_DIR}/torusim_verilated_runtime.cmake)
find_package(verilator REQUIRED HINTS /usr/share/verilator $ENV{VERILATOR_ROOT})

function(torusim_verilate target)
  cmake_parse_arguments(ARG "TRACE;DPI" "PREFIX;TOP" "SOURCES;ARGUMENTS;OPTIONS" ${ARGN})
  set(directory ${CMAKE_CURRENT_BINARY_DIR}/${ARG_PREFIX})
  set(join ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/join_verilated.cmake)
  file(MAKE_DIRECTORY ${directory})
  set(runtime "")
  if(ARG_TRACE)
    list(APPEND ARG_ARGUMENTS --trace)
    list(APPEND runtime ${VERILATOR_ROOT}/include/verilated_vcd_c.cpp)
    set_property(TARGET ${target} PROPERTY VERILATED_TRACE ON)
  endif()
  if(ARG_DPI)
    list(APPEND runtime ${VERILATOR_ROOT}/include/verilated_dpi.cpp)
  endif()
  set(compiler gcc)
  if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
    set(compiler clang)
  endif()
  set(fast ${directory}/${ARG_PREFIX}_fast.cc)
  set(slow ${directory}/${ARG_PREFIX}_slow.cc)
  add_custom_command(
    OUTPUT ${fast} ${slow}
    BYPRODUCTS ${directory}/${ARG_PREFIX}.h
    COMMAND ${VERILATOR_BIN} --cc --make cmake --compiler ${compiler} --prefix ${ARG_PREFIX} --top ${ARG_TOP} --Mdir ${directory}
            ${ARG_ARGUMENTS} ${ARG_SOURCES}
    COMMAND ${CMAKE_COMMAND} -DPREFIX=${ARG_PREFIX} -DDIRECTORY=${directory} -P ${join}
    DEPENDS ${ARG_SOURCES} ${VERILATOR_BIN} ${join}
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
    COMMENT "Verilating ${ARG_PREFIX}"
    VERBATIM)
  _torusim_compile_joined(${target} ${fast} ${slow} ${ARG_OPTIONS})
  target_sources(${target} PRIVATE ${runtime})
  target_include_directories(${target} PRIVATE ${directory} ${VERILATOR_ROOT}/include ${VERILATOR_ROOT}/include/vltstd)
  target_compile_definitions(
    ${target} PRIVATE VM_COVERAGE=0 VM_SC=0 VM_TRACE_FST=0 VM_TRACE=$<BOOL:$<TARGET_PROPERTY:VERILATED_TRACE>>
                      VM_TRACE_VCD=$<BOOL:$<TARGET_PROPERTY:VERILATED_TRACE>>)
  # What is compiled here was generated: its warnings do not count. The files of the runtime do not compile as one.
  target_compile_options(${target} PRIVATE -w)
  set_target_properties(${target} PROPERTIES UNITY_BUILD OFF)
endfunction()
