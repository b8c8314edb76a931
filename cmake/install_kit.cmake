# What an installation needs so that routers of one's own can be built with it: PREFIX/share/torusim, laid out as the
# source tree. find_package(torusim) finds it there.
include(GNUInstallDirs)
set(kit ${CMAKE_INSTALL_DATAROOTDIR}/torusim)
file(GLOB kit_cmake CONFIGURE_DEPENDS cmake/torusim*)
install(FILES ${kit_cmake} DESTINATION ${kit}/cmake COMPONENT kit)
install(FILES models/rtl/plugin/torusim_router.h models/rtl/plugin/systemc_router.h
              models/rtl/plugin/verilated_library.cpp.in
        DESTINATION ${kit}/models/rtl/plugin COMPONENT kit)
install(FILES models/rtl/verilated_pins.h DESTINATION ${kit}/models/rtl COMPONENT kit)
install(FILES models/channel_words.h DESTINATION ${kit}/models COMPONENT kit)
install(FILES models/pins/channel.h models/pins/channel.cpp models/pins/router_pins.h
        DESTINATION ${kit}/models/pins COMPONENT kit)
file(GLOB kit_rtl CONFIGURE_DEPENDS rtl/*.sv)
install(FILES ${kit_rtl} rtl/README.md DESTINATION ${kit}/rtl COMPONENT kit)
install(DIRECTORY rtl/wrappers rtl/guests DESTINATION ${kit}/rtl COMPONENT kit)
