# rtl/torus/node_interface.sv Verilated with one and with two channels, for open nodes (part/rtl_interface.h).
add_library(interface_models STATIC)
foreach(channels 1 2)
  verilate(interface_models
    SOURCES ${PROJECT_SOURCE_DIR}/rtl/torus/node_interface.sv ${PROJECT_SOURCE_DIR}/rtl/torus/injection_channel.sv
            ${PROJECT_SOURCE_DIR}/rtl/torus/ejection_channel.sv ${PROJECT_SOURCE_DIR}/rtl/credit_counter.sv
    TOP_MODULE node_interface PREFIX Vinterface_${channels}
    VERILATOR_ARGS -Wno-lint -GALPHA=${channels} -GVCS=16 -GDEPTH=32 -GDATA=192 -GSTEPS=64)
  _torusim_join_verilated(interface_models Vinterface_${channels} -O1)
endforeach()
target_compile_options(interface_models PRIVATE -w)
_torusim_share_runtime(interface_models rtl_models)
# Headers that Verilator made, and its own, are without our warnings.
get_target_property(interface_includes interface_models INTERFACE_INCLUDE_DIRECTORIES)
set_target_properties(interface_models PROPERTIES INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${interface_includes}")
