# find_package(torusim): functions that build routers of one's own for `torusim --rtl`. The same file serves an
# installation (PREFIX/share/torusim/cmake) and the source tree (-Dtorusim_DIR=.../cmake), which are laid out alike.
include(${CMAKE_CURRENT_LIST_DIR}/torusim_add_router.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/torusim_prove_router.cmake)
