# rtl/torus/torusim_node_interface.sv Verilated with one and with two channels, for open nodes (part/rtl_interface.h).
add_library(interface_models STATIC)
foreach(channels 1 2)
  torusim_verilate(interface_models PREFIX Vinterface_${channels} TOP torusim_node_interface
    SOURCES ${PROJECT_SOURCE_DIR}/rtl/torusim_head_pkg.sv ${PROJECT_SOURCE_DIR}/rtl/torus/torusim_node_interface.sv
            ${PROJECT_SOURCE_DIR}/rtl/torus/torusim_injection_channel.sv
            ${PROJECT_SOURCE_DIR}/rtl/torus/torusim_ejection_channel.sv ${PROJECT_SOURCE_DIR}/rtl/torusim_credit_counter.sv
    ARGUMENTS -Wno-lint -GALPHA=${channels} -GVCS=16 -GDEPTH=32 -GDATA=192 -GSTEPS=64
    OPTIONS -O0)
endforeach()
target_link_libraries(interface_models PRIVATE rtl_models)
# Headers that Verilator made, and its own, are without our warnings.
get_target_property(interface_includes interface_models INCLUDE_DIRECTORIES)
target_include_directories(interface_models SYSTEM INTERFACE ${interface_includes})
