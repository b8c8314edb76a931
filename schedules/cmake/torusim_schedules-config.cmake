# find_package(torusim_schedules): the target torusim::schedules, with topology, algorithms, checker, text and formats.
include(CMakeFindDependencyMacro)
find_dependency(fmt)
find_dependency(pugixml)
include(${CMAKE_CURRENT_LIST_DIR}/torusim_schedules-targets.cmake)
# How the library itself is compiled and warned about in its build directory is nothing to those who use it.
set_property(TARGET torusim::options PROPERTY INTERFACE_COMPILE_OPTIONS "")
