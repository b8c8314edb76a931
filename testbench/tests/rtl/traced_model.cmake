# The router of rtl/ Verilated with waveforms, as -DTORUSIM_RTL_TRACE=ON does with those of the program.
add_library(traced_model STATIC)
set(MODEL traced)
configure_file(${PROJECT_SOURCE_DIR}/models/foreign/model.cpp.in ${CMAKE_CURRENT_BINARY_DIR}/traced.cpp @ONLY)
target_sources(traced_model PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/traced.cpp)
target_link_libraries(traced_model PRIVATE models)
torusim_verilate(traced_model PREFIX Vtraced TOP torusim_router TRACE SOURCES ${TORUSIM_RTL_SOURCES}
  ARGUMENTS -GPORTS=5 -GVCS=2 -GDEPTH=4 -GDATA=128 OPTIONS -O0)
