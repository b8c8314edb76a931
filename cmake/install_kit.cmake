# What an installation needs so that routers of one's own can be built with it: PREFIX/share/torusim, laid out as the
# source tree. find_package(torusim) finds it there.
include(GNUInstallDirs)
set(kit ${CMAKE_INSTALL_DATAROOTDIR}/torusim)
file(GLOB kit_cmake CONFIGURE_DEPENDS cmake/torusim*)
install(FILES ${kit_cmake} DESTINATION ${kit}/cmake COMPONENT kit)
install(FILES models/foreign/plugin/torusim_router.h models/foreign/plugin/systemc_router.h
              models/foreign/plugin/systemc_router_api.h
              models/foreign/plugin/verilated_library.cpp.in
        DESTINATION ${kit}/models/foreign/plugin COMPONENT kit)
install(FILES models/foreign/verilated_pins.h DESTINATION ${kit}/models/foreign COMPONENT kit)
install(FILES models/contract/channel_words.h DESTINATION ${kit}/models/contract COMPONENT kit)
install(FILES models/contract/pin_channel.h models/contract/pin_channel.cpp models/contract/router_pins.h
        DESTINATION ${kit}/models/contract COMPONENT kit)
file(GLOB kit_rtl CONFIGURE_DEPENDS rtl/*.sv)
install(FILES ${kit_rtl} rtl/README.md DESTINATION ${kit}/rtl COMPONENT kit)
install(DIRECTORY rtl/pipelined rtl/wrappers rtl/guests rtl/prove rtl/sva rtl/dpi rtl/torus DESTINATION ${kit}/rtl COMPONENT kit
        PATTERN __pycache__ EXCLUDE)
