# The runtime of Verilator, compiled once for many models: verilate() gives every target its own, eight seconds each.

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
  target_compile_options(torusim_library_runtime PRIVATE -w)
  set_target_properties(torusim_library_runtime PROPERTIES
    UNITY_BUILD OFF POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON
    CXX_STANDARD 17 CXX_STANDARD_REQUIRED ON)
endfunction()
