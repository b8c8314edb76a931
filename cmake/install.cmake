# What `cmake --install` puts where, and the Debian package: docs/install.md.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(TORUSIM_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/torusim)

set_target_properties(torusim_options PROPERTIES EXPORT_NAME options)
foreach(library schedules contract rtl_models models traces)
  set_target_properties(${library} PROPERTIES OUTPUT_NAME torusim_${library})
endforeach()
# Verilator adds its own directories for everyone who links; the models' headers need none of them.
set_property(TARGET rtl_models PROPERTY INTERFACE_INCLUDE_DIRECTORIES "")

install(TARGETS torusim torusim_options schedules contract rtl_models models traces EXPORT torusim-targets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(EXPORT torusim-targets NAMESPACE torusim:: DESTINATION ${TORUSIM_CMAKE_DIR})
install(DIRECTORY schedules models traces DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/torusim FILES_MATCHING PATTERN *.h)

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
        DESTINATION ${TORUSIM_CMAKE_DIR})

# Manual page and completion are what the program says of itself.
foreach(page man completion)
  set(file ${PROJECT_BINARY_DIR}/torusim.${page})
  add_custom_command(OUTPUT ${file} COMMAND torusim list --${page} > ${file} VERBATIM)
  list(APPEND REFERENCE_PAGES ${file})
endforeach()
add_custom_target(reference_pages ALL DEPENDS ${REFERENCE_PAGES})
install(FILES ${PROJECT_BINARY_DIR}/torusim.man DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 RENAME torusim.1)
install(FILES ${PROJECT_BINARY_DIR}/torusim.completion
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME torusim)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
install(FILES README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs)
install(DIRECTORY schedules/examples DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "the torusim authors <torusim@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# For those who link the libraries or look at waves; the program itself needs none of it.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "libsystemc-dev, libfmt-dev, libpugixml-dev, pkg-config, cmake, verilator, gtkwave")
set(CPACK_STRIP_FILES ON)
include(CPack)
