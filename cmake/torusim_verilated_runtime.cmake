# What costs time where Verilator's verilate() compiles: the headers of a model in each of its thirty files, and the runtime
# in every target, eight seconds each.

# _torusim_join_verilated(TARGET PREFIX OPTIONS..): what verilate() made for PREFIX is compiled as two files: the fast one
# with OPTIONS; the slow one, which runs once, with -O0.
function(_torusim_join_verilated TARGET PREFIX)
  get_target_property(sources ${TARGET} SOURCES)
  list(FILTER sources INCLUDE REGEX "/(${PREFIX}\\.dir|verilated)/[^/]*\\.cpp$")
  list(GET sources 0 first)
  get_filename_component(directory ${first} DIRECTORY)
  set_source_files_properties(${sources} PROPERTIES HEADER_FILE_ONLY ON)
  set(slow ${sources})
  list(FILTER slow INCLUDE REGEX "__Slow|__Syms")
  list(REMOVE_ITEM sources ${slow})
  list(TRANSFORM sources REPLACE "(.+)" "#include \"\\1\"\n" OUTPUT_VARIABLE fast)
  list(TRANSFORM slow REPLACE "(.+)" "#include \"\\1\"\n")
  foreach(speed fast slow)
    list(JOIN ${speed} "" text)
    file(CONFIGURE OUTPUT ${directory}/${PREFIX}_${speed}.cc CONTENT "${text}" @ONLY)
  endforeach()
  _torusim_compile_joined(${TARGET} ${directory}/${PREFIX}_fast.cc ${directory}/${PREFIX}_slow.cc ${ARGN})
endfunction()

function(_torusim_compile_joined TARGET FAST SLOW)
  # With registers in any state, as before a reset, it may read behind an array and not use what it reads.
  set(own $<$<BOOL:${TORUSIM_SANITIZE}>:-fno-sanitize=all>)
  set_source_files_properties(${FAST} PROPERTIES COMPILE_OPTIONS "${ARGN};${own}")
  set_source_files_properties(${SLOW} PROPERTIES COMPILE_OPTIONS "-O0;${own}")
  target_sources(${TARGET} PRIVATE ${FAST} ${SLOW})
endfunction()

# _torusim_share_runtime(TARGET RUNTIME): what TARGET would have compiled of it comes from the library RUNTIME.
function(_torusim_share_runtime TARGET RUNTIME)
  get_target_property(sources ${TARGET} SOURCES)
  list(FILTER sources EXCLUDE REGEX "/include/verilated(_threads)?\\.cpp$")
  set_property(TARGET ${TARGET} PROPERTY SOURCES ${sources})
  target_link_libraries(${TARGET} PRIVATE ${RUNTIME})
  # The files of Verilator's runtime that are left do not compile as one.
  set_target_properties(${TARGET} PROPERTIES UNITY_BUILD OFF)
endfunction()

# torusim_library_runtime: that of routers as libraries, which say themselves what ends a simulation.
function(_torusim_make_library_runtime)
  if(TARGET torusim_library_runtime)
    return()
  endif()
  set(include ${VERILATOR_ROOT}/include)
  add_library(torusim_library_runtime STATIC EXCLUDE_FROM_ALL ${include}/verilated.cpp ${include}/verilated_threads.cpp)
  target_include_directories(torusim_library_runtime PRIVATE ${include} ${include}/vltstd)
  target_compile_definitions(torusim_library_runtime PRIVATE VL_USER_FINISH VL_USER_STOP VL_USER_FATAL)
  target_compile_options(torusim_library_runtime PRIVATE -w -O1)
  set_target_properties(torusim_library_runtime PROPERTIES
    UNITY_BUILD OFF POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON
    CXX_STANDARD 17 CXX_STANDARD_REQUIRED ON)
endfunction()
