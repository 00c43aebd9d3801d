include_guard(GLOBAL)
# The target `docs`: the documentation as HTML, in <build>/html. A warning of Doxygen is an error.

set(KW_DOCS_DIR ${PROJECT_BINARY_DIR}/docs-input)
set(KW_DOXYGEN_EXTRA "")
if(DOXYGEN_VERSION VERSION_GREATER_EQUAL 1.9.5)
  set(KW_DOXYGEN_EXTRA "HTML_COLORSTYLE = LIGHT")  # the theme brings its own dark mode
endif()
set(KW_KATEX_CSS "")
set(copy_fonts)
set(katex)
if(KW_KATEX)  # formulas as mathematics; without it they are shown as TeX
  set(katex ${KW_NODE} ${KW_KATEX}/katex.js)
  set(KW_KATEX_CSS ${KW_KATEX}/katex.min.css)
  file(GLOB fonts ${KW_KATEX}/fonts/*.woff2)
  set(copy_fonts
    COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/html/fonts
    COMMAND ${CMAKE_COMMAND} -E copy ${fonts} ${PROJECT_BINARY_DIR}/html/fonts)
endif()
configure_file(${PROJECT_SOURCE_DIR}/docs/Doxyfile.in ${KW_DOCS_DIR}/Doxyfile @ONLY)

# The lessons' texts become pages; the page header of this Doxygen gets the theme's scripts.
add_custom_target(docs
  COMMAND ${KW_PYTHON} ${KW_SCRIPTS}/make_pages.py ${PROJECT_SOURCE_DIR} ${KW_DOCS_DIR}
    ${DOXYGEN_EXECUTABLE} ${katex}
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${PROJECT_BINARY_DIR}/html
  COMMAND ${DOXYGEN_EXECUTABLE} ${KW_DOCS_DIR}/Doxyfile
  ${copy_fonts}
  COMMAND ${CMAKE_COMMAND} -E echo "The documentation: ${PROJECT_BINARY_DIR}/html/index.html"
  WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
  VERBATIM)

# Every link inside the built documentation leads somewhere. Skipped where it is not built.
add_test(NAME docs.links
  COMMAND ${KW_PYTHON} ${KW_SCRIPTS}/check_links.py ${PROJECT_BINARY_DIR}/html)
set_tests_properties(docs.links PROPERTIES LABELS docs TIMEOUT 120
  SKIP_REGULAR_EXPRESSION "There is no documentation in")
