include_guard(GLOBAL)
# The target `docs`: the documentation as HTML, in <build>/html. A warning of Doxygen is an error.

set(KW_DOCS_DIR ${PROJECT_BINARY_DIR}/docs-input)
set(KW_DOXYGEN_EXTRA "")
if(DOXYGEN_VERSION VERSION_GREATER_EQUAL 1.9.5)
  set(KW_DOXYGEN_EXTRA "HTML_COLORSTYLE = LIGHT")  # the theme brings its own dark mode
endif()
configure_file(${PROJECT_SOURCE_DIR}/docs/Doxyfile.in ${KW_DOCS_DIR}/Doxyfile @ONLY)

# The lessons' texts become pages; the page header of this Doxygen gets the theme's scripts. When
# Doxygen is done, false links go, and each page gets its neighbours; then the text is collected for the search.
file(GLOB formula_fonts ${KW_KATEX}/fonts/*.woff2)
add_custom_target(docs
  COMMAND ${KW_PYTHON} ${KW_SCRIPTS}/make_pages.py ${PROJECT_SOURCE_DIR} ${KW_DOCS_DIR}
    ${DOXYGEN_EXECUTABLE} ${KW_NODE} ${KW_KATEX}/katex.js
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${PROJECT_BINARY_DIR}/html
  COMMAND ${DOXYGEN_EXECUTABLE} ${KW_DOCS_DIR}/Doxyfile
  COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/html/fonts
  COMMAND ${CMAKE_COMMAND} -E copy ${formula_fonts} ${PROJECT_BINARY_DIR}/html/fonts
  COMMAND ${KW_PYTHON} ${KW_SCRIPTS}/finish_pages.py ${KW_DOCS_DIR}/layout.xml ${PROJECT_BINARY_DIR}/html
  COMMAND ${CMAKE_COMMAND} -E echo "The documentation: ${PROJECT_BINARY_DIR}/html/index.html"
  WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
  VERBATIM)

# Every link leads somewhere, and a real browser shows that a search finds what is explained, code fits its column, no page
# scrolls sideways on a phone and no text is pale. Skipped where the documentation is not built, or there is no browser.
add_test(NAME docs.rules COMMAND ${KW_PYTHON} ${KW_SCRIPTS}/check.py --documentation ${PROJECT_BINARY_DIR}/html)
set_tests_properties(docs.rules PROPERTIES LABELS docs TIMEOUT 600 SKIP_RETURN_CODE 77)
