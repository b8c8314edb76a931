# The site of the pages, by mkdocs with Debian's mkdocs-material: build/site/index.html. It is built and installed where both are found.
find_program(MKDOCS mkdocs)
find_path(MKDOCS_MATERIAL mkdocs_theme.yml PATHS /usr/share/mkdocs/themes/material NO_DEFAULT_PATH)
if(MKDOCS AND MKDOCS_MATERIAL)
  set(TORUSIM_SITE ${PROJECT_BINARY_DIR}/site)
  file(GLOB_RECURSE pages CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/*.md ${PROJECT_SOURCE_DIR}/docs/*.svg ${PROJECT_SOURCE_DIR}/docs/*.png
       ${PROJECT_SOURCE_DIR}/cmake/site/* ${PROJECT_SOURCE_DIR}/testbench/library/*.h ${PROJECT_SOURCE_DIR}/testbench/library/*.py)
  add_custom_command(
    OUTPUT ${TORUSIM_SITE}/index.html
    # The same pages give the same files.
    COMMAND ${CMAKE_COMMAND} -E env SOURCE_DATE_EPOCH=0 ${MKDOCS} build --quiet --strict --config-file ${PROJECT_SOURCE_DIR}/mkdocs.yml
            --site-dir ${TORUSIM_SITE}
    DEPENDS ${pages} ${PROJECT_SOURCE_DIR}/mkdocs.yml ${PROJECT_SOURCE_DIR}/rtl/README.md ${PROJECT_SOURCE_DIR}/rtl/guests/README.md ${PROJECT_SOURCE_DIR}/rtl/test/README.md
            ${PROJECT_SOURCE_DIR}/models/README.md ${PROJECT_SOURCE_DIR}/schedules/README.md ${PROJECT_SOURCE_DIR}/CONTRIBUTING.md ${PROJECT_SOURCE_DIR}/CHANGELOG.md
    VERBATIM)
  add_custom_target(site ALL DEPENDS ${TORUSIM_SITE}/index.html)
else()
  add_custom_target(site COMMAND ${CMAKE_COMMAND} -E echo "The site needs mkdocs and its theme: apt-get install mkdocs-material"
                    COMMAND ${CMAKE_COMMAND} -E false)
endif()
