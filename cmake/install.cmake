# What `cmake --install` puts where, and the Debian package: docs/install.md.
#
# Five parts, each a Debian package: the program, the C library, what programs are built with (dev, and the kit), the
# Python package, and the pages.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME program)
set(TORUSIM_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/torusim)

foreach(library contract rtl_models network models traces)
  set_target_properties(${library} PROPERTIES OUTPUT_NAME torusim_${library})
endforeach()

install(TARGETS torusim RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS contract rtl_models network models traces EXPORT torusim-targets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev)
install(EXPORT torusim-targets NAMESPACE torusim:: DESTINATION ${TORUSIM_CMAKE_DIR} COMPONENT dev)
install(DIRECTORY models traces DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/torusim COMPONENT dev FILES_MATCHING PATTERN *.h)

# The C library, and Python on it.
install(TARGETS torusim_c LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library NAMELINK_COMPONENT dev)
install(FILES testbench/library/torusim.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev)
file(RELATIVE_PATH LIB_TO_INCLUDE ${CMAKE_INSTALL_FULL_LIBDIR} ${CMAKE_INSTALL_FULL_INCLUDEDIR})
configure_file(cmake/torusim.pc.in ${PROJECT_BINARY_DIR}/torusim.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/torusim.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)
install(DIRECTORY testbench/library/python/torusim DESTINATION lib/python3/dist-packages COMPONENT python
        PATTERN __pycache__ EXCLUDE)

# One for what is installed, one that serves the build directory itself (-Dtorusim_DIR=.../build).
set(KIT ${kit})
configure_package_config_file(cmake/package-config.cmake.in ${PROJECT_BINARY_DIR}/install/torusim-config.cmake
                              INSTALL_DESTINATION ${TORUSIM_CMAKE_DIR} PATH_VARS KIT)
set(KIT ${PROJECT_SOURCE_DIR})
configure_package_config_file(cmake/package-config.cmake.in ${PROJECT_BINARY_DIR}/torusim-config.cmake
                              INSTALL_DESTINATION ${PROJECT_BINARY_DIR} INSTALL_PREFIX ${PROJECT_BINARY_DIR} PATH_VARS KIT)
export(EXPORT torusim-targets NAMESPACE torusim:: FILE ${PROJECT_BINARY_DIR}/torusim-targets.cmake)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/torusim-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/install/torusim-config.cmake ${PROJECT_BINARY_DIR}/torusim-config-version.cmake
        DESTINATION ${TORUSIM_CMAKE_DIR} COMPONENT dev)

# Manual page and completions are what the program says of itself.
foreach(page "man" "completion bash" "completion zsh" "completion fish")
  string(REGEX REPLACE ".* " "" ending ${page})
  separate_arguments(page)
  set(file ${PROJECT_BINARY_DIR}/torusim.${ending})
  add_custom_command(OUTPUT ${file} COMMAND torusim list --${page} > ${file} COMMAND_EXPAND_LISTS VERBATIM)
  list(APPEND REFERENCE_PAGES ${file})
endforeach()
add_custom_target(reference_pages ALL DEPENDS ${REFERENCE_PAGES})
install(FILES ${PROJECT_BINARY_DIR}/torusim.man DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 RENAME torusim.1)
install(FILES ${PROJECT_BINARY_DIR}/torusim.bash
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME torusim)
install(FILES ${PROJECT_BINARY_DIR}/torusim.zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions RENAME _torusim)
install(FILES ${PROJECT_BINARY_DIR}/torusim.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
install(FILES README.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT doc)
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs COMPONENT doc)
if(TORUSIM_SITE)
  install(DIRECTORY ${TORUSIM_SITE}/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/html COMPONENT doc)
endif()
install(DIRECTORY schedules/examples DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT doc)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "the torusim authors <torusim@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL program library dev kit python doc)
set(CPACK_COMPONENT_KIT_GROUP dev)
set(CPACK_COMPONENT_DEV_GROUP dev)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
# What the parts with programs and shared libraries depend on is found, by a process for every file of the part.
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME torusim)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libtorusim${TORUSIM_ABI})
set(CPACK_DEBIAN_DEV_PACKAGE_NAME libtorusim-dev)
set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-torusim)
set(CPACK_DEBIAN_DOC_PACKAGE_NAME torusim-doc)
set(same_version "libtorusim${TORUSIM_ABI} (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "${same_version}, libfmt-dev, libpugixml-dev, pkg-config, cmake")
if(TORUSIM_SYSTEMC)
  string(APPEND CPACK_DEBIAN_DEV_PACKAGE_DEPENDS ", libsystemc-dev")
endif()
set(CPACK_DEBIAN_DEV_PACKAGE_SUGGESTS verilator)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "${same_version}, python3")
set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS python3-numpy)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS python3-pandas)
# For those who look at waves; the program itself needs none of it.
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "verilator, gtkwave")
set(CPACK_STRIP_FILES ON)
include(CPack)
