# The router of rtl/ Verilated with waveforms, as -DTORUSIM_RTL_TRACE=ON does with those of the program.
add_library(traced_model STATIC)
set(MODEL traced)
configure_file(${PROJECT_SOURCE_DIR}/models/foreign/model.cpp.in ${CMAKE_CURRENT_BINARY_DIR}/traced.cpp @ONLY)
target_sources(traced_model PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/traced.cpp)
target_compile_options(traced_model PRIVATE -w)
target_link_libraries(traced_model PRIVATE models)
verilate(traced_model SOURCES ${TORUSIM_RTL_SOURCES} TOP_MODULE router PREFIX Vtraced TRACE
  VERILATOR_ARGS -GPORTS=5 -GVCS=2 -GDEPTH=4 -GDATA=128)
_torusim_join_verilated(traced_model Vtraced -O1)
_torusim_share_runtime(traced_model rtl_models)
